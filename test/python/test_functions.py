"""`function`, params and calls, and gradients that a program gives itself."""

import gc
import weakref

import numpy as np
import pytest
import torch
from tinymlir import Tensor, TinyJit, UOp, _core, function, nn
from tinymlir.dtypes import dtypes
from tinymlir.testing.interpreter import interpret

RNG = np.random.default_rng(7)


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def nodes():
    gc.collect()
    return _core.stats()["nodes"]


# ----- contiguous_backward


def test_contiguous_backward_is_the_value():
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    y = (x + 1).contiguous_backward()
    assert y.tolist() == [[2.0, 3.0], [4.0, 5.0]]
    assert interpret((x * 2).contiguous_backward().uop).tolist() == [[2.0, 4.0], [6.0, 8.0]]
    assert "contiguous_backward" not in y.mlir()


def test_contiguous_backward_of_storage_computes_nothing():
    x = Tensor([1.0, 2.0]).realize()
    before = _core.stats()["kernels"]
    assert x.contiguous_backward().realize().shape == (2,)
    assert _core.stats()["kernels"] == before


def test_contiguous_backward_stores_the_gradient():
    x = Tensor([1.0, 2.0])
    (gradient,) = (x.contiguous_backward() * x.detach()).sum().gradient(x)
    assert gradient.uop.op == "contiguous"
    assert gradient.tolist() == [1.0, 2.0]
    (second,) = (x.contiguous_backward() ** 3).sum().gradient(x)[0].sum().gradient(x)
    assert second.tolist() == [6.0, 12.0]


# ----- function


def test_function_gives_values_and_gradients():
    @function
    def layer(x, w, bias=None):
        return (x @ w + bias).tanh()

    x, w, b = array(3, 4), array(4, 2), array(2)
    ours = [Tensor(a) for a in (x, w, b)]
    theirs = [torch.tensor(a, requires_grad=True) for a in (x, w, b)]
    y = layer(ours[0], ours[1], bias=ours[2])
    z = torch.tanh(theirs[0] @ theirs[1] + theirs[2])
    np.testing.assert_allclose(y.numpy(), z.detach().numpy(), rtol=1e-5, atol=1e-6)
    y = layer(ours[0], ours[1], bias=ours[2])
    (z**2).sum().backward()
    for mine, other in zip((y**2).sum().gradient(*ours), theirs, strict=True):
        np.testing.assert_allclose(mine.numpy(), other.grad.numpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("backward", [False, True])
def test_precompile_keeps_values_and_gradients(backward):
    @function(precompile=True, precompile_backward=backward)
    def pair(x, w):
        y = (x * w).exp()
        return y, y.sum(0)

    x, w = array(3, 4), array(4)
    a, b = Tensor(x), Tensor(w)
    c, d = torch.tensor(x, requires_grad=True), torch.tensor(w, requires_grad=True)
    y, s = pair(a + 1, b)
    e = ((c + 1) * d).exp()
    assert y.uop.base.op == "contiguous"
    for mine, other in zip(
        (y.sum() + (s * s).sum()).gradient(a, b),
        torch.autograd.grad(e.sum() + (e.sum(0) ** 2).sum(), (c, d)),
        strict=True,
    ):
        np.testing.assert_allclose(mine.numpy(), other.numpy(), rtol=1e-4)
    np.testing.assert_allclose(y.numpy(), e.detach().numpy(), rtol=1e-5)
    np.testing.assert_allclose(s.numpy(), e.sum(0).detach().numpy(), rtol=1e-5)


def test_precompiled_calls_share_their_kernels():
    @function(precompile=True)
    def layer(x, w):
        return (x @ w).relu() * 0.731

    def chain(count):
        y = Tensor(array(5, 24)).realize()
        for _ in range(count):
            y = layer(y, Tensor(array(24, 24)).realize()) * 1.5 + 0.25
        return y.realize()

    chain(3)
    before = _core.stats()["compiled_kernels"]
    chain(6)
    assert _core.stats()["compiled_kernels"] == before


def test_function_of_a_method_and_nested_inputs():
    class Model:
        def __init__(self):
            self.layers = [nn.Linear(3, 3), nn.Linear(3, 2)]

        @function(precompile=True)
        def __call__(self, x, options):
            for layer in self.layers:
                x = layer(x) * options["scale"]
            return x

    model, x = Model(), Tensor(array(2, 3))
    scale = Tensor([2.0])
    want = model.layers[1](model.layers[0](x) * scale) * scale
    got = model(x, {"scale": scale})
    np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-5, atol=1e-6)
    assert model(x, {"scale": scale}).sum().gradient(scale)[0].shape == (1,)
    assert Model.__call__.__name__ == "__call__"


def test_implicit_inputs_need_a_word():
    hidden = Tensor([1.0, 2.0])

    def add(x):
        return x + hidden

    with pytest.raises(
        RuntimeError, match=r"add reads tensors that are no arguments: float32\[2\]"
    ):
        function(add)(Tensor([1.0, 1.0]))
    assert function(add, allow_implicit=True)(Tensor([1.0, 1.0])).tolist() == [2.0, 3.0]
    # Storage that is only written, numbers and arguments are none.
    fresh = function(lambda x: (x + 1).clone() + Tensor.arange(2) + 1)
    assert fresh(Tensor([1.0, 1.0])).tolist() == [3.0, 4.0]
    assert function(lambda x, y: x + hidden)(Tensor([1.0, 1.0]), hidden).tolist() == [2.0, 3.0]


def test_function_may_assign():
    @function(precompile=True, precompile_backward=True)
    def step(x, state):
        state.assign(state + x)
        return state * 2

    state = Tensor([1.0, 2.0]).realize()
    assert step(Tensor([1.0, 1.0]), state).tolist() == [4.0, 6.0]
    assert state.tolist() == [2.0, 3.0]


def test_function_returns_tensors():
    for wrong in (3, [Tensor([1.0])], (), None, (Tensor([1.0]), 2)):
        with pytest.raises(RuntimeError, match="returns a Tensor or a tuple of Tensors"):
            function(lambda wrong=wrong: wrong)()


def test_function_in_a_jit():
    @function(precompile=True)
    def double(x):
        return x * 2

    jitted = TinyJit(lambda x: (double(x) + 1).realize())
    assert [jitted(Tensor([float(i)])).item() for i in range(4)] == [1.0, 3.0, 5.0, 7.0]


def test_function_of_symbolic_sizes():
    n = UOp.variable("n", 1, 4).bind(3)
    x = Tensor(array(4, 2))
    y = function(lambda x: (x * 2).sum(0), precompile=True)(x[:n])
    np.testing.assert_allclose(y.numpy(), x.numpy()[:3].sum(0) * 2, rtol=1e-5)


# ----- Gradients of the program


def test_grad_fxn_replaces_the_gradient():
    seen = []

    def slope(gradient, call):
        value, x, w = call.src
        seen.append((value.shape, x.shape, w.shape))
        return gradient * w * 10, None

    multiply = function(lambda x, w: x * w, grad_fxn=slope)
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    y = multiply(x * 1, w)
    assert y.tolist() == [3.0, 8.0]
    assert seen == []
    y = multiply(x * 1, w)
    by_x, by_w = (y * 2).sum().gradient(x, w)
    assert by_x.tolist() == [60.0, 80.0]
    assert by_w.tolist() == [0.0, 0.0]
    assert seen == [((2,), (2,), (2,))]


def test_grad_fxn_gets_all_gradients_at_once():
    calls = []

    def slopes(first, second, call):
        calls.append(call)
        (_, _), x = call.src
        return first * 2 + second * x

    split = function(lambda x: (x * 2, x * x), grad_fxn=slopes)
    x = Tensor([1.0, 2.0, 3.0])
    y, z = split(x)
    # One result goes into the other's user: the rule waits for both.
    loss = (y * z + y).sum()
    want = (x.numpy() ** 2 + 1) * 2 + 2 * x.numpy() * x.numpy()
    np.testing.assert_allclose(loss.gradient(x)[0].numpy(), want)
    calls.clear()
    # A result that the loss does not use has zeros.
    assert z.sum().gradient(x)[0].tolist() == [1.0, 2.0, 3.0]
    assert len(calls) == 1


def test_grad_fxn_ends_paths_through_the_body():
    w = Tensor([2.0, 3.0])
    f = function(lambda x, w: x * w, grad_fxn=lambda g, call: (None, g))
    y = f(w * 5, w)
    assert y.sum().gradient(w)[0].tolist() == [1.0, 1.0]


def test_straight_through_has_a_second_gradient():
    f = function(lambda x: x * x * x, grad_fxn=lambda g, call: g * call.src[1] ** 2 * 3)
    x = Tensor([1.0, 2.0])
    (first,) = f(x).sum().gradient(x)
    np.testing.assert_allclose(first.numpy(), [3.0, 12.0])
    (second,) = f(x).sum().gradient(x)[0].sum().gradient(x)
    np.testing.assert_allclose(second.numpy(), [6.0, 12.0])


def test_grad_fxn_with_backward_realize_and_dtypes():
    def slope(gradient, call):
        gradient.realize()
        assert call.src[1].dtype == dtypes.int32
        return Tensor.ones(2), gradient.cast(dtypes.float32)

    f = function(lambda i, x: x * i, grad_fxn=slope, precompile=True)
    i, x = Tensor([1, 2]), Tensor([1.0, 2.0], dtype=dtypes.float16)
    f(i, x).cast(dtypes.float32).sum().backward()
    assert i.grad is None
    assert x.grad.dtype == dtypes.float16
    assert x.grad.tolist() == [1.0, 1.0]


def test_grad_fxn_within_grad_fxn():
    inner = function(lambda x: x * 1, grad_fxn=lambda g, call: g * 7)

    def slope(gradient, call):
        t = Tensor([1.0])
        return gradient * inner(t).sum().gradient(t)[0]

    x = Tensor([5.0])
    assert function(lambda x: x + 0, grad_fxn=slope)(x).sum().gradient(x)[0].item() == 7.0


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ((), "returned 0 gradients for 1 arguments"),
        ((None, None), "returned 2 gradients for 1 arguments"),
        (Tensor([1.0]), r"gradient of shape \[1\] for argument 0 of shape \[2\]"),
        (3.0, "returned 3.0 for argument 0"),
    ],
)
def test_errors_of_grad_fxn(result, message):
    f = function(lambda x: x * 2, grad_fxn=lambda g, call: result)
    x = Tensor([1.0, 2.0])
    with pytest.raises(RuntimeError, match=message):
        f(x).sum().gradient(x)


def test_what_grad_fxn_raises_arrives():
    def fails(gradient, call):
        raise KeyError("mine")

    x = Tensor([1.0])
    y = function(lambda x: x * 2, grad_fxn=fails)(x)
    for _ in range(2):
        with pytest.raises(KeyError, match="mine"):
            y.sum().gradient(x)
    assert (x * 2).sum().gradient(x)[0].item() == 2.0


def test_a_rule_lives_as_long_as_its_results():
    class Slope:
        def __call__(self, gradient, call):
            return gradient

    before = nodes()
    slope = Slope()
    alive = weakref.ref(slope)
    x = Tensor([1.0])
    y = function(lambda x: x + 1, grad_fxn=slope)(x)
    (gradient,) = y.sum().gradient(x)
    del slope
    gc.collect()
    assert alive() is not None
    y.realize()
    del x, y, gradient
    assert nodes() <= before
    assert alive() is None


# ----- Params and calls


def test_call_puts_arguments_in_place_of_params():
    x, w = array(3, 4), array(4, 2)
    body = Tensor(x).as_param(0) @ Tensor(w).as_param(1) + 1
    a, b = Tensor(x), Tensor(w)
    np.testing.assert_allclose(a.call(b, fxn=body).numpy(), x @ w + 1, rtol=1e-5, atol=1e-6)
    c = Tensor(x * 2) * 1
    np.testing.assert_allclose(c.call(b, fxn=body.uop).numpy(), 2 * x @ w + 1, rtol=1e-5, atol=1e-6)
    by_a, by_b = a.call(b, fxn=body).sum().gradient(a, b)
    np.testing.assert_allclose(by_a.numpy(), np.ones((3, 2)) @ w.T, rtol=1e-5)
    np.testing.assert_allclose(by_b.numpy(), x.T @ np.ones((3, 2)), rtol=1e-5, atol=1e-6)
    assert "tiny.function @main(%arg0" in body.mlir()


def test_call_within_a_body_and_with_state():
    p = Tensor([1.0, 2.0]).as_param(0)
    assert p.uop is Tensor([5.0, 6.0]).as_param(0).uop
    square = p * p
    body = (p + 1).call(fxn=square, grad_fxn=lambda g, call: g * call.src[1]).clone() + p
    x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    both = x.call(fxn=body) + y.call(fxn=body)
    assert both.tolist() == [4 + 1 + 16 + 3, 9 + 2 + 25 + 4]
    # Each copy of the rule sees its own argument.
    assert (x.call(fxn=square, grad_fxn=lambda g, c: g * c.src[1])).sum().gradient(x)[
        0
    ].tolist() == [1, 2]
    inner = (p + 1).call(fxn=square, grad_fxn=lambda g, call: g * call.src[1])
    by_x, by_y = (x.call(fxn=inner) + y.call(fxn=inner)).sum().gradient(x, y)
    assert (by_x.tolist(), by_y.tolist()) == ([2.0, 3.0], [4.0, 5.0])


def test_errors_of_calls():
    x = Tensor([1.0, 2.0])
    body = x.as_param(0) + x.as_param(1)
    with pytest.raises(ValueError, match="fxn has a param 1, but the call has 1 arguments"):
        x.call(fxn=body)
    with pytest.raises(TypeError, match=r"argument 1 is float32\[3\], its param float32\[2\]"):
        x.call(Tensor([1.0, 2.0, 3.0]), fxn=body)
    with pytest.raises(TypeError, match="argument 1 is int32"):
        x.call(Tensor([1, 2]), fxn=body)
    with pytest.raises(ValueError, match="the slot -1 is negative"):
        x.as_param(-1)
    with pytest.raises(RuntimeError, match="a param has a width"):
        Tensor(1).as_param(0)
    with pytest.raises(RuntimeError, match="depends on a param"):
        body.realize()
    assert x.call(Tensor([5]), fxn=x.as_param(0) * 2).tolist() == [2.0, 4.0]
