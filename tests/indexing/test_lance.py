import subprocess
import sys

_SCRIPT = """
import sys
from assay.indexing.lance import lancedb
client = "lance_namespace_urllib3_client"
print(any(name.startswith(client + ".api.") for name in sys.modules))
import lance_namespace_urllib3_client as package
from lance_namespace_urllib3_client.api import TableApi
from lance_namespace_urllib3_client.api.tag_api import TagApi
print(package.TableApi is TableApi, package.TagApi is TagApi, TableApi.__module__)
print(hasattr(package, "NoSuchApi"), lancedb.__name__, lancedb.connect.__name__)
"""


def test_calls_of_the_remote_service_are_put_off_and_still_there():
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", _SCRIPT], capture_output=True, text=True, check=True
    )
    assert result.stdout.split("\n") == [
        "False",
        "True True lance_namespace_urllib3_client.api.table_api",
        "False lancedb connect",
        "",
    ]
