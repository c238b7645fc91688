"""Kernels for workgroups, written in UOps: to read, to try on SIM, to copy from."""
