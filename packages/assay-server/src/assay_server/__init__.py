"""assay over HTTP and MCP: the same engine, asked by many at once."""
