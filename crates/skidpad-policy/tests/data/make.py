"""Makes the networks of the tests, with what the reference evaluator of the package onnx finds for them: python make.py

`constant.onnx` is a policy that steers by 1 and presses the throttle by 0.5 whatever it sees, `not_finite.onnx` one whose results are no
numbers from 10 m/s on.
`operations.onnx` has every operation that Skidpad evaluates; `operations.json` has rows of inputs and outputs.
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

FOLDER = Path(__file__).parent
WIDTHS = (5, 7, 2)


def main() -> None:
    chance = np.random.default_rng(1)

    def numbers(*shape: int) -> np.ndarray:
        return chance.normal(0.0, 1.0, shape).astype(np.float32)

    first, hidden, last = WIDTHS
    constants = {
        "mean": numbers(first),
        "deviation": np.exp(numbers(first)),
        "low": np.float32(-1.5),
        "high": np.float32(2.0),
        "weight0": numbers(first, hidden),
        "bias0": numbers(hidden),
        "weight1": numbers(hidden, hidden),
        "bias1": numbers(1, hidden),
        "weight2": numbers(last, hidden).astype(np.float64).astype(np.float32),
        "bias2": numbers(last),
    }
    node = helper.make_node
    nodes = [
        node("Flatten", ["seen"], ["flat"]),
        node("Sub", ["flat", "mean"], ["apart"]),
        node("Div", ["apart", "deviation"], ["relative"]),
        node("Clip", ["relative", "low", "high"], ["clipped"]),
        node("Gemm", ["clipped", "weight0", "bias0"], ["sum0"], alpha=0.75, beta=-1.25),
        node("Sigmoid", ["sum0"], ["share"]),
        node("Mul", ["sum0", "share"], ["swish"]),
        node("MatMul", ["swish", "weight1"], ["product"]),
        node("Add", ["bias1", "product"], ["sum1"]),
        node("Elu", ["sum1"], ["elu"], alpha=0.8),
        node("Tanh", ["elu"], ["tanh"]),
        node("Relu", ["tanh"], ["relu"]),
        node("LeakyRelu", ["tanh"], ["leaky"], alpha=0.2),
        node("Constant", [], ["half"], value=numpy_helper.from_array(np.float32(0.5))),
        node("Mul", ["half", "relu"], ["halved"]),
        node("Sub", ["halved", "leaky"], ["both"]),
        node("Identity", ["both"], ["same"]),
        node("Gemm", ["same", "weight2", "bias2"], ["acts"], transB=1),
    ]
    value = helper.make_tensor_value_info
    kind = onnx.TensorProto.FLOAT
    tensors = [numpy_helper.from_array(np.asarray(tensor), name) for name, tensor in constants.items()]
    graph = helper.make_graph(nodes, "operations", [value("seen", kind, ["rows", first])], [value("acts", kind, ["rows", last])], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, FOLDER / "operations.onnx")
    inputs = 2.0 * numbers(50, first)
    (outputs,) = ReferenceEvaluator(model).run(None, {"seen": inputs})
    rows = [{"inputs": row.tolist(), "outputs": out.tolist()} for row, out in zip(inputs, outputs, strict=True)]
    (FOLDER / "operations.json").write_text(json.dumps(rows, indent=None) + "\n")


def policies() -> None:
    node = helper.make_node
    value = helper.make_tensor_value_info
    kind = onnx.TensorProto.FLOAT
    described = {
        "model": "single_track",
        "car": "boxster-s",
        "control_step_s": 0.05,
        "observations": ["velocity_x_m_s"],
        "actions": {"kind": "pedals", "steer_rate_rad_s": 1.0},
    }
    constants = {"none": np.zeros((1, 2), np.float32), "acts": np.array([1.0, 0.5], np.float32), "limit": np.float32(10.0)}
    constant = [node("Gemm", ["seen", "none", "acts"], ["given"])]
    # 0 over 0 where the speed is beyond the limit, which is 1 over 1 below.
    not_finite = [
        node("Sub", ["limit", "seen"], ["below"]),
        node("Relu", ["below"], ["room"]),
        node("Div", ["room", "room"], ["one"]),
        node("Sub", ["one", "one"], ["zero"]),
        node("Gemm", ["zero", "none", "acts"], ["given"]),
    ]
    tensors = [numpy_helper.from_array(tensor, name) for name, tensor in constants.items()]
    for name, nodes in (("constant", constant), ("not_finite", not_finite)):
        graph = helper.make_graph(nodes, name, [value("seen", kind, ["rows", 1])], [value("given", kind, ["rows", 2])], tensors)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        helper.set_model_props(model, {"skidpad": json.dumps(described)})
        onnx.checker.check_model(model)
        onnx.save(model, FOLDER / f"{name}.onnx")


if __name__ == "__main__":
    main()
    policies()
