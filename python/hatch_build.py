"""What hatchling does not know: the command in wheels, and its Go source in sdists."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# Of the same folder, which Python does not know when hatchling loads this.
sys.path.insert(0, str(Path(__file__).resolve().parent))

import hatch_target

LICENCES = ["LICENSE", "THIRD_PARTY_NOTICES"]


class Metadata(MetadataHookInterface):
    """Finds the licences, which a distribution takes from its own folder alone."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Copy them from the checkout; an sdist has them already."""
        folder = hatch_target.source()
        if folder == Path(self.root).parent:
            for name in LICENCES:
                shutil.copyfile(folder / name, Path(self.root) / name)
        metadata["license-files"] = LICENCES


class Hook(BuildHookInterface[Any]):
    """Builds the command for a wheel, also for an editable one."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what the distribution has besides the files of this folder."""
        del version  # standard or editable: both ship the command
        self.scratch = ""
        if self.target_name == "sdist":
            folder = hatch_target.source()
            for name in hatch_target.files():
                build_data["force_include"][str(folder / name)] = f"go/{name}"
            return
        hatch_target.check_version(self.metadata.version)
        target = hatch_target.chosen()
        self.scratch = tempfile.mkdtemp(prefix="tricycle-wheel-")
        binary = Path(self.scratch) / target.command
        hatch_target.build(target, binary)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{target.tag}"
        build_data["shared_scripts"][str(binary)] = target.command

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was built: it is in the wheel."""
        del version, build_data, artifact_path
        if self.scratch:
            shutil.rmtree(self.scratch)
