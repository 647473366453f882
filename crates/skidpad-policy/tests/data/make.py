"""Makes the networks of the tests, with what the reference evaluator of the package onnx finds for them: python make.py

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


if __name__ == "__main__":
    main()
