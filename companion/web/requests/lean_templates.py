"""Jinja with less work per expression: after each move, many screens are rendered.

No template of the app uses a sandbox, async functions, or functions that get the context. So the
code that Jinja writes can call a function, and escape a value, without looking for these first.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from io import StringIO
from typing import Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from companion.web.requests.typography import SHOWN, in_attribute, in_text


class LeanCode(CodeGenerator):
    """A Jinja code generator whose templates call functions and escape values directly."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call without looking for marks such as ``pass_context``."""
        self.visit(node.node, frame)
        code, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        arguments, self.stream = self.stream.getvalue(), code
        self.write(f"({arguments.removeprefix(', ')})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        value = node.node if isinstance(node, nodes.Filter) and node.name == SHOWN else node
        # Without "else", the text is empty. Jinja would make an undefined value for that.
        while isinstance(value, nodes.CondExpr):
            value.expr2 = value.expr2 or nodes.Const("")
            value = value.expr2
        self.write("(one if type(one := " if frame.eval_ctx.autoescape else "str(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        is_text = isinstance(node, nodes.Filter) and node.name == SHOWN
        written = "in_text" if is_text else "in_attribute"
        end = f" is Markup else environment.{written}(one))" if frame.eval_ctx.autoescape else ""
        self.write(f"){end}")

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:
        """Write a filter, except SHOWN, for which ``_output_child_pre`` has written a call."""
        if node.name == SHOWN and node.node is not None:
            self.visit(node.node, frame)
        else:
            super().visit_Filter(node, frame)


class LeanEnvironment(Environment):
    """A Jinja environment whose templates share one dictionary of globals.

    Jinja looks them up in a chain of two dictionaries. The first is always empty here.
    Every import of a macro goes through all keys of that chain, which is slow.
    """

    code_generator_class = LeanCode
    in_text, in_attribute = staticmethod(in_text), staticmethod(in_attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template: those of the environment, and its own if it has any."""
        return {**self.globals, **d} if d else self.globals
