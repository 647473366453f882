"""What a policy sees and does, for a file that drives elsewhere."""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv

from .._skidpad import Error
from ._single import TaskEnv
from ._vector import TaskVectorEnv


def describe(env: gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any]) -> str:
    """Model, car, observations and actions of an environment, as JSON: what Skidpad's simulator must know of a policy that learnt in it.

    An ONNX file has it as the entry "skidpad" of its metadata::

        onnx.helper.set_model_props(model, {"skidpad": skidpad.envs.describe(env)})

    The simulator takes networks of one input, the observations as they come from the environment, and one output, the actions; with
    the operations Gemm, MatMul, Add, Sub, Mul, Div, Tanh, Relu, Sigmoid, LeakyRelu, Elu, Clip, Identity, Flatten and Constant.
    """
    task = env.unwrapped
    if not isinstance(task, (TaskEnv, TaskVectorEnv)):
        raise Error(f"env: must be an environment of one car, or a vector of them, of skidpad.envs, is {task!r}")
    return json.dumps(task._core.description, default=_plain)


def _plain(number: Any) -> Any:
    """A number of NumPy as JSON has it."""
    if isinstance(number, np.generic):
        return number.item()
    raise TypeError(f"{number!r} has no place in JSON")
