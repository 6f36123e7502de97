"""Tests of what Scripts/Checks/recipes consists of; `swift_text` is beside that."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))
