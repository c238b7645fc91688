"""What a new `Context` of the package knows: MLIR asks a module of this name."""

from ._tinyMLIR import load_dialects as context_init_hook
from ._tinyMLIR import register_dialects

__all__ = ["context_init_hook", "disable_load_all_available_dialects", "register_dialects"]

# Upstream has five times the dialects that we use; those are loaded when a text
# names them.
disable_load_all_available_dialects = True

# Passes run on the thread that asks: kernels are small, and a child process that
# was forked would wait for threads that it does not have.
disable_multithreading = True
