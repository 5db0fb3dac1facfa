"""Commands around the server: `serve`, `mcp` and `keys`."""
