"""`assay mcp`: the index as tools for a language model, by the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import ConfigFile
from assay.cli.options.answering import Outside, Retrieving, Writing
from assay.cli.options.groups import Only, expanded
from assay_server.cli.serve_options import Also, Listening

Http = Annotated[
    bool,
    typer.Option(
        "--http", metavar="", help="Streamable HTTP at /mcp instead of standard input and output."
    ),
]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address, with --http.")]
Port = Annotated[
    int, typer.Option("--port", metavar="N", help="Port, with --http.", min=0, max=65535)
]


@expanded
def command(
    *,
    retrieving: Retrieving,
    also: Also = None,
    http: Http = False,
    host: Host = "127.0.0.1",
    port: Port = 8018,
    access: Annotated[Listening, Only("keys", "allowed_host", "insecure")],
    outside: Outside,
    writing: Writing,
    config: ConfigFile = None,
) -> int:
    """Serve tools to an MCP client: ask, check texts, find, list and read documents.

    Over standard input and output unless --http is given. `assay serve` has them at /mcp too.

    [bold]Examples[/bold]

    assay mcp --index my-index

    assay mcp -i my-index --http --port 8018
    """
    from assay.cli.loaded import loaded_settings
    from assay.extras import require
    from assay.indexing.manifest import read_manifest
    from assay.indexing.names import index_folder
    from assay.wiring import index_dir
    from assay_server.guard.keys import default_keys_file
    from assay_server.options import ServeOptions

    require("mcp", "mcp")
    flags = {**retrieving.flags(), **outside.flags(), **writing.flags()}
    settings = loaded_settings(config, flags)
    for folder in (index_dir(settings), *map(index_folder, also or ())):
        read_manifest(folder)  # a misspelt name is told now, not to the first asker
    options = ServeOptions(
        host=host,
        port=port,
        also=tuple(also or ()),
        keys=access.keys or default_keys_file(),
        allowed_hosts=tuple(access.allowed_host or ()),
        insecure=access.insecure,
        page=False,
        tools_only=True,
    )
    if http:
        from assay_server.cli.serve import announce
        from assay_server.run import serve

        serve(settings, options, lambda address: announce(f"{address}/mcp"))
    else:
        from assay_server.mcp_stdio import serve_stdio

        serve_stdio(settings, options)
    return 0
