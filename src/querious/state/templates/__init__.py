"""Templates of entries: plain JSON in which tags stand for values, such as ``"int(1, 10)"``.

After the study's section 6. ``docs/crud-templates.md`` describes the language.
"""

from querious.state.templates.examples import from_example
from querious.state.templates.nodes import GivenKeys
from querious.state.templates.template import Template, read_template, template_of

__all__ = ["GivenKeys", "Template", "from_example", "read_template", "template_of"]
