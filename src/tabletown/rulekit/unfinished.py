"""Compiling a rule function that only other compiled functions call.

Left alone, the compiler optimizes each function with all that it calls, and makes machine code of it, at every step
from the leaves up to a loop. Only the loop's machine code is ever run, and there the whole is optimized once more. So
helpers stop half-way: typed, lowered, linked with what they call, and left to be finished in the loops that use them.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference


class _NoMachineCode:
    """Stands for the code generator where a function's environment would be written into its machine code."""

    def set_env(self, name: str, environment: Any) -> None:
        """There is none to write into."""


class UnfinishedLibrary(JITCodeLibrary):
    """A function's code, linked but neither optimized nor made into machine code."""

    codegen = _NoMachineCode()

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)  # noqa: SLF001
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class LeaveUnfinished(FunctionPass):
    """Gives the function a library that stays unfinished; the lowering that follows uses it."""

    _name = "leave_unfinished"

    def __init__(self) -> None:
        """A pass has no arguments."""

    def run_pass(self, state: Any) -> bool:
        make: Any = UnfinishedLibrary
        state.library = make(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


class HelperCompiler(CompilerBase):
    """The usual way of compiling, up to machine code."""

    def define_pipelines(self) -> list[Any]:
        builder: Any = DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        passes.add_pass_after(LeaveUnfinished, NopythonTypeInference)
        passes.finalize()
        return [passes]
