"""TextWorldExpress comes with an extra and needs Java: where one of them is not there, nothing here is collected."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("textworld_express") and shutil.which("java") else ["test_*.py"]
