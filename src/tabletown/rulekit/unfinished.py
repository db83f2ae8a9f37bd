"""Compiling a rule function that only other compiled functions call.

Left alone, the compiler optimizes each function with all that it calls, and makes machine code of it, at every step
from the leaves up to a loop. Only the loop's machine code is ever run, and there the whole is optimized once more. So
helpers stop half-way: typed, lowered, linked with what they call, and left to be finished in the loops that use them.

Most of the way there is Python code of the compiler's, that looks in every function for what rules do not have:
closures, contexts, exceptions, functions to be inlined, expressions over whole arrays. A plain function is spared that.
"""

import dis
from functools import cache
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.typed_passes import (
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import DeadBranchPrune, FixupArgs, GenericRewrites, ReconstructSSA, TranslateByteCode


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


PLAIN = (
    TranslateByteCode,
    FixupArgs,
    DeadBranchPrune,
    GenericRewrites,
    ReconstructSSA,
    NopythonTypeInference,
    LeaveUnfinished,
    PreLowerStripPhis,
    InlineOverloads,
    NoPythonSupportedFeatureValidation,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""The usual passes, in their order, that do something to a plain function."""
NOT_PLAIN = frozenset({"MAKE_FUNCTION", "BEFORE_WITH", "RAISE_VARARGS", "IMPORT_NAME"})


def is_plain(function: Any) -> bool:
    """Whether there is nothing in the function that the passes left out are for."""
    return all(instruction.opname not in NOT_PLAIN for instruction in dis.get_instructions(function))


class _PlainPasses(PassManager):
    """Runs passes and does no more; the usual way describes each to whoever might listen, all types written out."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: ARG002, N802
        pss.analysis = self._analysis
        pss.run_pass(internal_state)


@cache
def _plain_passes() -> Any:
    make: Any = _PlainPasses
    passes = make("plain rules")
    for each in PLAIN:
        passes.add_pass(each, each.__name__)
    passes.finalize()
    return passes


class HelperCompiler(CompilerBase):
    """The usual way of compiling, up to machine code."""

    def define_pipelines(self) -> list[Any]:
        if is_plain(self.state.func_id.func):
            return [_plain_passes()]
        builder: Any = DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        passes.add_pass_after(LeaveUnfinished, NopythonTypeInference)
        passes.finalize()
        return [passes]
