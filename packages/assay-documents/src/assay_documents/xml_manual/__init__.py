"""Manuals in XML to blocks: DocBook, Mallard (the help of GNOME) and DITA."""
