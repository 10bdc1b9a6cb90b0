"""Fails unless both clients have every operation of the document.

    clients_complete.py DOCUMENT PYTHON_PACKAGE TYPESCRIPT_FILE
"""

import json
import re
import sys
from pathlib import Path

document = json.loads(Path(sys.argv[1]).read_text("utf-8"))
made = {file.stem for file in Path(sys.argv[2], "api").glob("*/*.py")}
typed = Path(sys.argv[3]).read_text("utf-8").split("export interface operations", 1)[1]
operations = [operation for item in document["paths"].values() for operation in item.values()]
for operation in operations:
    name = operation["operationId"]
    if name not in made:
        sys.exit(f"the Python client lacks {name}")
    if not re.search(rf"^    {name}: {{", typed, re.MULTILINE):
        sys.exit(f"the TypeScript client lacks {name}")
if len(operations) < 40:
    sys.exit(f"the document has only {len(operations)} operations")
print(f"complete: {len(operations)} operations in both clients")
