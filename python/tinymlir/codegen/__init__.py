"""How kernels are made."""
