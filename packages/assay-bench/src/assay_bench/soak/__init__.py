"""Mixed load with faults in it, for as long as one likes."""
