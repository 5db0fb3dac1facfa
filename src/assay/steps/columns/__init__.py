"""Questions over a whole column of a table, computed: the most, a sum, an average, a count."""
