"""Nodes of graphs, and how kernels are written with them."""
