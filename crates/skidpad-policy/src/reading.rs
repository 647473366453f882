//! From the operations of an ONNX file to a network.

use prost::Message as _;

use crate::error::PolicyError;
use crate::network::{Function, Join, Network, Operand, Step};
use crate::onnx::{Graph, ModelFile, Node, Tensor, Value};

/// Most numbers of a tensor, and of all operations together: networks that drive have some thousands.
const MOST_NUMBERS: usize = 1 << 24;
/// `FLOAT` and `DOUBLE` among the kinds of a tensor.
const FLOAT: i32 = 1;
const DOUBLE: i32 = 11;

impl Network {
    /// Reads the network of an ONNX file: one input, a row of numbers, and one output. It may have the operations `Gemm`, `MatMul`, `Add`,
    /// `Sub`, `Mul`, `Div`, `Tanh`, `Relu`, `Sigmoid`, `LeakyRelu`, `Elu`, `Clip`, `Identity`, `Flatten` and `Constant`.
    ///
    /// # Errors
    /// Bytes that are no ONNX file, and networks that have more.
    pub fn read(onnx: &[u8]) -> Result<Self, PolicyError> {
        network(&file(onnx)?)
    }
}

/// The file, as it is decoded.
pub fn file(bytes: &[u8]) -> Result<ModelFile, PolicyError> {
    let file = ModelFile::decode(bytes).map_err(|error| PolicyError::NotOnnx(error.to_string()))?;
    match file.graph {
        Some(_) => Ok(file),
        None => Err(PolicyError::NotOnnx(String::from("it has no graph"))),
    }
}

/// The network of a file.
pub fn network(file: &ModelFile) -> Result<Network, PolicyError> {
    let graph = file.graph.as_ref().ok_or_else(|| PolicyError::NotOnnx(String::from("it has no graph")))?;
    let mut reader = Reader::new(graph)?;
    for node in &graph.nodes {
        reader.add(node)?;
    }
    let [output] = &graph.outputs[..] else {
        return Err(refused(format!("has {} outputs, must have one", graph.outputs.len())));
    };
    let unknown = || refused(format!("no operation computes its output {}", output.name));
    let output = reader.value(&output.name).ok_or_else(unknown)?;
    Ok(Network { widths: reader.widths, steps: reader.steps, output })
}

/// Constants and values by name, and the network so far.
struct Reader {
    constants: Vec<(String, Tensor)>,
    values: Vec<(String, usize)>,
    widths: Vec<usize>,
    steps: Vec<Step>,
    /// Numbers of the constants and values so far.
    numbers: usize,
}

impl Reader {
    fn new(graph: &Graph) -> Result<Self, PolicyError> {
        let constants: Vec<_> =
            graph.constants.iter().map(|tensor| (tensor.name.clone(), tensor.clone())).collect();
        // Old files list their constants among the inputs, too.
        let is_constant = |value: &&Value| !constants.iter().any(|(name, _)| *name == value.name);
        let inputs: Vec<_> = graph.inputs.iter().filter(is_constant).collect();
        let [input] = inputs[..] else {
            return Err(refused(format!("has {} inputs, must have one", inputs.len())));
        };
        let values = vec![(input.name.clone(), 0)];
        Ok(Self { constants, values, widths: vec![width(input)?], steps: Vec::new(), numbers: 0 })
    }

    fn value(&self, name: &str) -> Option<usize> {
        self.values.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn constant(&self, name: &str) -> Result<Option<Vec<f32>>, PolicyError> {
        let found = self.constants.iter().find(|(known, _)| known == name);
        found.map(|(_, tensor)| numbers(tensor)).transpose()
    }

    /// Adds an operation of the file.
    fn add(&mut self, node: &Node) -> Result<(), PolicyError> {
        let [output] = &node.outputs[..] else {
            return Err(refused(format!("{} has {} outputs", node.operation, node.outputs.len())));
        };
        if node.operation == "Constant" {
            let tensor = attribute(node, "value").and_then(|attribute| attribute.tensor.clone());
            let tensor = tensor.ok_or_else(|| refused(String::from("a Constant has no tensor")))?;
            self.constants.push((output.clone(), tensor));
            return Ok(());
        }
        let (step, width) = match node.operation.as_str() {
            "Gemm" | "MatMul" => self.dense(node)?,
            "Add" => self.join(node, Join::Add)?,
            "Sub" => self.join(node, Join::Sub)?,
            "Mul" => self.join(node, Join::Mul)?,
            "Div" => self.join(node, Join::Div)?,
            _ => self.map(node)?,
        };
        // A constant of the file may be in many operations, each of which has its copy.
        self.numbers += width + step.constants();
        if self.numbers > MOST_NUMBERS {
            return Err(refused(format!("has more than {MOST_NUMBERS} numbers")));
        }
        self.steps.push(step);
        self.widths.push(width);
        self.values.push((output.clone(), self.steps.len()));
        Ok(())
    }

    /// The value that an operation takes first.
    fn input(&self, node: &Node) -> Result<usize, PolicyError> {
        let name = node.inputs.first().map(String::as_str).unwrap_or_default();
        let unknown =
            || refused(format!("{} takes `{name}`, which no operation before computes", node.operation));
        self.value(name).ok_or_else(unknown)
    }

    fn dense(&self, node: &Node) -> Result<(Step, usize), PolicyError> {
        let input = self.input(node)?;
        let rows = self.widths[input];
        let is_gemm = node.operation == "Gemm";
        let name = node.inputs.get(1).map(String::as_str).unwrap_or_default();
        let weights = self.constants.iter().find(|(known, _)| known == name);
        let (_, tensor) =
            weights.ok_or_else(|| refused(format!("{} takes no constant, but `{name}`", node.operation)))?;
        let factor = |name| if is_gemm { float(node, name, 1.0) } else { 1.0 };
        let is_set = |name| is_gemm && attribute(node, name).is_some_and(|attribute| attribute.int != 0);
        if is_set("transA") {
            return Err(refused(String::from("Gemm transposes its input")));
        }
        let turned = is_set("transB");
        let [first, second] = tensor.dims[..] else {
            return Err(refused(format!("{name} is no matrix")));
        };
        let [has, columns] = if turned { [second, first] } else { [first, second] };
        let columns = usize::try_from(columns).ok().filter(|columns| (1..=MOST_NUMBERS).contains(columns));
        let Some(columns) = columns.filter(|_| has == rows as i64) else {
            return Err(refused(format!("{name} is {first} x {second}, for a row of {rows} numbers")));
        };
        let found = numbers(tensor)?;
        let alpha = factor("alpha");
        let at = |row: usize, column: usize| {
            if turned { found[column * rows + row] } else { found[row * columns + column] }
        };
        let weights = (0..rows * columns).map(|place| alpha * at(place / columns, place % columns)).collect();
        let mut bias = vec![0.0; columns];
        if let Some(name) = node.inputs.get(2).filter(|name| is_gemm && !name.is_empty()) {
            let added = self.constant(name)?.ok_or_else(|| refused(format!("`{name}` is no constant")))?;
            if added.len() != columns && added.len() != 1 {
                return Err(refused(format!("{name} has {} numbers, not {columns}", added.len())));
            }
            let beta = factor("beta");
            bias.iter_mut()
                .enumerate()
                .for_each(|(place, bias)| *bias = beta * added[place.min(added.len() - 1)]);
        }
        Ok((Step::Dense { input, weights, bias }, columns))
    }

    fn join(&self, node: &Node, how: Join) -> Result<(Step, usize), PolicyError> {
        let [one, other] = &node.inputs[..] else {
            return Err(refused(format!("{} has {} inputs", node.operation, node.inputs.len())));
        };
        let (one, one_width) = self.operand(node, one)?;
        let (other, other_width) = self.operand(node, other)?;
        if one_width != other_width && one_width != 1 && other_width != 1 {
            return Err(refused(format!("{} of {one_width} and {other_width} numbers", node.operation)));
        }
        Ok((Step::Join { operands: [one, other], how }, usize::max(one_width, other_width)))
    }

    fn operand(&self, node: &Node, name: &str) -> Result<(Operand, usize), PolicyError> {
        if let Some(value) = self.value(name) {
            return Ok((Operand::Value(value), self.widths[value]));
        }
        let unknown =
            || refused(format!("{} takes `{name}`, which no operation before computes", node.operation));
        let numbers = self.constant(name)?.filter(|numbers| !numbers.is_empty()).ok_or_else(unknown)?;
        let width = numbers.len();
        let found = self.constants.iter().find(|(known, _)| known == name);
        let leading =
            found.and_then(|(_, tensor)| tensor.dims.split_last()).map_or(&[][..], |(_, leading)| leading);
        if leading.iter().any(|dim| *dim != 1) {
            return Err(refused(format!("{} takes `{name}`, which is no row of numbers", node.operation)));
        }
        Ok((Operand::Constant(numbers), width))
    }

    fn map(&self, node: &Node) -> Result<(Step, usize), PolicyError> {
        let function = match node.operation.as_str() {
            "Identity" | "Flatten" | "Dropout" => Function::Same,
            "Tanh" => Function::Tanh,
            "Relu" => Function::Relu,
            "Sigmoid" => Function::Sigmoid,
            "LeakyRelu" => Function::LeakyRelu(float(node, "alpha", 0.01)),
            "Elu" => Function::Elu(float(node, "alpha", 1.0)),
            "Clip" => Function::Clip([
                self.bound(node, "min", 1, f32::NEG_INFINITY)?,
                self.bound(node, "max", 2, f32::INFINITY)?,
            ]),
            other => {
                let can = "Gemm, MatMul, Add, Sub, Mul, Div, Tanh, Relu, Sigmoid, LeakyRelu, Elu, Clip, Identity, Flatten and Constant";
                return Err(refused(format!(
                    "has the operation {other}; those that are evaluated are {can}"
                )));
            }
        };
        let input = self.input(node)?;
        Ok((Step::Map { input, function }, self.widths[input]))
    }

    /// A bound of `Clip`: an input, in old files an attribute.
    fn bound(&self, node: &Node, name: &str, place: usize, usual: f32) -> Result<f32, PolicyError> {
        let Some(input) = node.inputs.get(place).filter(|input| !input.is_empty()) else {
            return Ok(float(node, name, usual));
        };
        match self.constant(input)?.as_deref() {
            Some([bound]) => Ok(*bound),
            _ => Err(refused(format!("the bound `{input}` of Clip is no constant number"))),
        }
    }
}

fn refused(why: String) -> PolicyError {
    PolicyError::Network(why)
}

fn attribute<'a>(node: &'a Node, name: &str) -> Option<&'a crate::onnx::Attribute> {
    node.attributes.iter().find(|attribute| attribute.name == name)
}

fn float(node: &Node, name: &str, usual: f32) -> f32 {
    attribute(node, name).map_or(usual, |attribute| attribute.float)
}

/// Number of numbers of the input, whose first dimension may be the number of rows.
fn width(input: &Value) -> Result<usize, PolicyError> {
    let shape =
        input.kind.as_ref().and_then(|kind| kind.tensor.as_ref()).and_then(|kind| kind.shape.as_ref());
    let width = shape.and_then(|shape| shape.dims.last()).map_or(0, |dim| dim.value);
    let is_row = shape.is_some_and(|shape| shape.dims.len() <= 2);
    if width < 1 || width as usize > MOST_NUMBERS || !is_row {
        return Err(refused(format!("its input {} is no row of a known number of numbers", input.name)));
    }
    Ok(width as usize)
}

/// The numbers of a tensor, all finite.
fn numbers(tensor: &Tensor) -> Result<Vec<f32>, PolicyError> {
    let name = &tensor.name;
    let count = tensor.dims.iter().try_fold(1_usize, |count, dim| {
        usize::try_from(*dim)
            .ok()
            .and_then(|dim| count.checked_mul(dim))
            .filter(|count| *count <= MOST_NUMBERS)
    });
    let count = count.ok_or_else(|| refused(format!("{name} has impossible dimensions")))?;
    let raw = &tensor.raw;
    let numbers: Vec<f32> = match tensor.kind {
        FLOAT if raw.is_empty() => tensor.floats.clone(),
        FLOAT => raw.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
        DOUBLE if raw.is_empty() => tensor.doubles.iter().map(|number| *number as f32).collect(),
        DOUBLE => raw.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes) as f32).collect(),
        kind => return Err(refused(format!("{name} has numbers of kind {kind}, must be float or double"))),
    };
    if numbers.len() != count {
        return Err(refused(format!(
            "{name} has {} numbers, and its dimensions ask for {count}",
            numbers.len()
        )));
    }
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(refused(format!("{name} has a number that is not finite")));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::FLOAT;
    use crate::network::Network;
    use crate::onnx::{Dim, Graph, ModelFile, Node, Shape, Tensor, TensorKind, Value, ValueKind};

    fn value(name: &str, width: i64) -> Value {
        let dims = [0, width].map(|value| Dim { value }).to_vec();
        let tensor = Some(TensorKind { shape: Some(Shape { dims }) });
        Value { name: name.to_owned(), kind: Some(ValueKind { tensor }) }
    }

    fn tensor(name: &str, dims: &[i64], number: f32) -> Tensor {
        let count = dims.iter().product::<i64>().max(0) as usize;
        let floats = vec![number; count];
        Tensor { name: name.to_owned(), dims: dims.to_vec(), kind: FLOAT, floats, ..Tensor::default() }
    }

    /// A file of layers that all have the same weights, from `x` on.
    fn file(width: i64, weights: Tensor, layers: usize) -> Vec<u8> {
        let name = |layer: usize| if layer == 0 { String::from("x") } else { format!("y{layer}") };
        let node = |layer: usize| Node {
            inputs: vec![name(layer), String::from("w")],
            outputs: vec![name(layer + 1)],
            operation: String::from("MatMul"),
            attributes: Vec::new(),
        };
        let graph = Graph {
            nodes: (0..layers).map(node).collect(),
            constants: vec![weights],
            inputs: vec![value("x", width)],
            outputs: vec![value(&name(layers), width)],
        };
        ModelFile { ir_version: 8, graph: Some(graph), metadata: Vec::new() }.encode_to_vec()
    }

    /// Dimensions whose product is 0, or wraps to it, asked for 2^62 bytes of memory.
    #[test]
    fn impossible_dimensions_are_refused() {
        assert!(Network::read(&file(2, tensor("w", &[2, 2], 1.0), 1)).is_ok());
        for dims in [[0, 1 << 60], [1 << 60, 0], [2, 0], [2, -1], [3, 2], [1 << 32, 1 << 32]] {
            let weights = Tensor { dims: dims.to_vec(), ..tensor("w", &[0], 1.0) };
            for width in [2, 16] {
                assert!(Network::read(&file(width, weights.clone(), 1)).is_err(), "{dims:?}");
            }
        }
    }

    /// A small file of many operations with one large constant filled the memory with its copies.
    #[test]
    fn copies_of_a_constant_are_counted() {
        let weights = tensor("w", &[1024, 1024], 0.5);
        assert!(Network::read(&file(1024, weights.clone(), 3)).is_ok());
        let why = Network::read(&file(1024, weights, 20)).expect_err("20 million").to_string();
        assert!(why.contains("more than"), "{why}");
    }
}
