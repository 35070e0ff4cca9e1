#!/usr/bin/env python3
"""Reads a project through `bowerbird serve --mcp` with the client of the Python package `mcp` (2.x).

usage: tests/measures/mcp_client.py BINARY PROJECT [WORDS]

Needs the package: python3 -m venv V && V/bin/pip install mcp && V/bin/python tests/measures/mcp_client.py …
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def marked(result):
    """The JSON between the marks of an answer."""
    begin, *lines, end = result.content[1].text.split("\n")
    assert begin.startswith("<untrusted-") and end == begin.replace("<", "</"), (begin, end)
    assert begin in result.content[0].text
    return json.loads("\n".join(lines))


async def main(binary, project, words):
    server = StdioServerParameters(command=binary, args=["--project", project, "serve", "--mcp"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        begun = await session.initialize()
        print("protocol", begun.protocol_version, "server", begun.server_info.name, begun.server_info.version)
        tools = (await session.list_tools()).tools
        print("tools", ", ".join(tool.name for tool in tools))
        arguments = {"limit": 10, **({"query": words} if words else {})}
        ids = []
        while True:
            page = marked(await session.call_tool("search_records", arguments))
            ids += [record["id"] for record in page["records"]]
            if not page["next_cursor"]:
                break
            arguments["cursor"] = page["next_cursor"]
        assert len(ids) == len(set(ids)), "a record came twice"
        print("records", len(ids))
        record = marked(await session.call_tool("read_record", {"id": ids[0]}))
        print("first", record["title"], len(record["text"]), "characters")
        print("sites", len(marked(await session.call_tool("list_sites", {}))["sites"]))
        print("changes", len(marked(await session.call_tool("list_changes", {"limit": 200}))["changes"]))
        refused = await session.call_tool("search_records", {"limit": 1000})
        assert refused.is_error, "a wrong argument is refused"


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], " ".join(sys.argv[3:])))
