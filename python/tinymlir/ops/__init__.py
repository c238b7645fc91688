"""The operations of a tensor, by family.

Each module adds one family to the class of the module before it, so that a
family may use all that come earlier:

    base < movement < rearrange < conversion < elementwise < operators < math
    < trigonometry < activation < creation < reduce < scan < indexing
    < processing < convolution < losses
"""
