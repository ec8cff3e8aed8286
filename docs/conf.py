"""How the documentation site is built; see `notebook/site.md`. ``make docs`` writes it to .tools/site."""

from __future__ import annotations

from importlib.metadata import version as installed

project = "nonante"
author = "the nonante developers"
release = version = installed("nonante")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["conf.py"]
nitpicky = False

# Markdown as GitHub shows it: the pages read well in both places.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "html_image"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "imported-members": True, "show-inheritance": True}
default_role = "code"  # docstrings use single backticks for names

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_copyright = False
smartquotes = False  # options such as --lan keep their hyphens
html_title = f"nonante {release}"
html_copy_source = False
html_show_sphinx = False
