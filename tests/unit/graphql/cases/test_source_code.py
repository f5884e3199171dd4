"""Documents inside source code are found, whatever the language, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from graphql import parse, print_ast

from querious.export import FORMATS, ExampleOrigin, Script
from querious.graphql.cases import documents_in_source


def names(documents: list[str]) -> list[str]:
    """Of the fields on top of each document."""
    first = [parse(text).definitions[0] for text in documents]
    return [field.name.value for definition in first for field in definition.selection_set.selections]


PYTHON = r'''
"""A docstring."""
ASK = """
query Ask { python }
"""
OTHER = r"""{ raw(pattern: "\\d") }"""
JOINED = "mutation { " "joined }"
PROSE = "query the API for everything"
COUNT = 3
'''
PHP = r"""<?php
// "{ comment }"
# '{ comment }'
class T {
    private const A = <<<'GQL'
        query A {
          nowdoc(text: "a\"b")
        }
        GQL;
    const B = '{ single }';
    const C = "{ double(text: \"x\") }";
    #[Test] public function t() { return '{ after }'; }
}
"""
SCRIPT = r"""
// `{ comment }`
/* `{ comment }` */
const a = `
  query A { template(text: "\`") }
`;
const b = gql`{ tagged { ...Part } } ${PART}`;
const part = `fragment Part on T { id }`;
const c = '{ single }', d = "{ double(text: \"x\") }";
"""


@pytest.mark.parametrize(
    ("text", "ending", "fields"),
    [
        (PYTHON, ".py", ["python", "raw", "joined"]),
        (PHP, ".php", ["nowdoc", "single", "double", "after"]),
        (SCRIPT, ".ts", ["template", "tagged", "id", "single", "double"]),
        (SCRIPT, ".js", ["template", "tagged", "id", "single", "double"]),
    ],
)
def test_documents_are_found(text, ending, fields):
    assert names(documents_in_source(text, ending)) == fields


def test_a_document_gets_the_fragments_that_stand_elsewhere_in_the_file():
    tagged = documents_in_source(SCRIPT, ".ts")[1]
    assert tagged.endswith("fragment Part on T {\n  id\n}")


def test_fragments_in_a_circle_end():
    text = 'A = "{ a { ...F } }"\nF = "fragment F on T { b { ...G } }"\nG = "fragment G on T { c { ...F } }"'
    assert documents_in_source(text, ".py")[0].count("fragment ") == 2


@pytest.mark.parametrize("text", ["", "def (", "\0", "x = " + "(" * 5000, "x = '{'", "x = '{}'", "`${", "<<<A\n"])
@pytest.mark.parametrize("ending", [".py", ".php", ".ts"])
def test_what_cannot_be_read_holds_none(text, ending):
    assert documents_in_source(text, ending) == []


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
@pytest.mark.parametrize(
    "document",
    [
        "{\n  a\n}",
        'query A($x: String = "${y} `b` \\\\ \\" é") {\n  a(x: $x)\n}',
        'query B {\n  a(x: """\n  block "quoted"\n  """)\n}',
        'query C {\n  a(x: "\\u00e9\\n$GRAPHQL GRAPHQL")\n}',
    ],
)
def test_what_an_export_wrote_is_read_as_it_was(form, document):
    script = Script("a", "A", ExampleOrigin.PLAN, {"DOCUMENT": document}, {}, {}, ())
    file_name = form.file_name(script.stem)
    (found,) = documents_in_source(form.first_line + form.body(script), file_name[file_name.rindex(".") :])
    assert print_ast(parse(found)) == print_ast(parse(document))
