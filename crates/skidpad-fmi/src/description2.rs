//! The description of a unit by FMI 2.0: co-simulation alone.

use std::fmt::Write as _;

use crate::derivative::has_derivatives;
use crate::description::{MODEL_IDENTIFIER, causality, escaped, units, variability};
use crate::design::UnitDesign;
use crate::log::CATEGORIES;
use crate::variable::{Role, Variable, VariableType};

/// The text of `modelDescription.xml` by FMI 2.0. Value references are those of FMI 3.0; the hash, which is of no type of FMI 2.0, is left out.
pub fn model_description2(design: &UnitDesign) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let title = design.title();
    let _ = writeln!(
        xml,
        "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{}\" description=\"{}\" version=\"{version}\" \
         license=\"MIT OR Apache-2.0\" generationTool=\"Skidpad {version}\" variableNamingConvention=\"structured\" \
         numberOfEventIndicators=\"0\">",
        escaped(&format!("{title} ({})", design.model.name)),
        design.token(),
        escaped(&format!("{title} by the model {}: {}", design.model.name, design.model.description)),
        version = env!("CARGO_PKG_VERSION"),
    );
    let _ = writeln!(
        xml,
        "  <CoSimulation modelIdentifier=\"{MODEL_IDENTIFIER}\" canHandleVariableCommunicationStepSize=\"true\" \
         canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"{}\"/>",
        has_derivatives(design)
    );
    units(&mut xml, &design.variables);
    xml += "  <LogCategories>\n";
    for (name, meaning) in CATEGORIES {
        let _ = writeln!(xml, "    <Category name=\"{name}\" description=\"{}\"/>", escaped(meaning));
    }
    xml += "  </LogCategories>\n  <DefaultExperiment startTime=\"0\" stopTime=\"10\" stepSize=\"0.02\"/>\n";
    xml += "  <ModelVariables>\n";
    let listed = || {
        let all = design.variables.iter().enumerate();
        all.filter(|(_, variable)| variable.variable_type != VariableType::UInt64)
    };
    for (reference, variable) in listed() {
        element(&mut xml, reference, variable);
    }
    xml += "  </ModelVariables>\n  <ModelStructure>\n";
    // Indices count from 1.
    let outputs: Vec<usize> = listed()
        .enumerate()
        .filter(|(_, (_, variable))| variable.is_output())
        .map(|(index, _)| index + 1)
        .collect();
    for list in ["Outputs", "InitialUnknowns"] {
        let _ = writeln!(xml, "    <{list}>");
        for index in &outputs {
            let _ = writeln!(xml, "      <Unknown index=\"{index}\"/>");
        }
        let _ = writeln!(xml, "    </{list}>");
    }
    xml += "  </ModelStructure>\n</fmiModelDescription>\n";
    xml
}

fn element(xml: &mut String, reference: usize, variable: &Variable) {
    let (name, meaning) = (escaped(&variable.name), escaped(&variable.meaning));
    let (causality, variability) = (causality(variable), variability(variable));
    let _ = write!(
        xml,
        "    <ScalarVariable name=\"{name}\" valueReference=\"{reference}\" description=\"{meaning}\" \
         causality=\"{causality}\" variability=\"{variability}\""
    );
    let is_time = matches!(variable.role, Role::Time);
    if !variable.is_setting() && !is_time {
        *xml += " initial=\"calculated\"";
    }
    *xml += ">";
    let start =
        |value: String| if variable.is_setting() { format!(" start=\"{value}\"") } else { String::new() };
    match variable.variable_type {
        VariableType::Float64 => {
            let unit =
                if variable.unit == "-" { String::new() } else { format!(" unit=\"{}\"", variable.unit) };
            let has_range = variable.low.is_finite() && !is_time;
            let range = if has_range {
                format!(" min=\"{:?}\" max=\"{:?}\"", variable.low, variable.high)
            } else {
                String::new()
            };
            let _ = write!(xml, "<Real{unit}{range}{}/>", start(format!("{:?}", variable.start)));
        }
        VariableType::Boolean => {
            let _ = write!(xml, "<Boolean{}/>", start((variable.start != 0.0).to_string()));
        }
        VariableType::Int32 | VariableType::UInt64 => {
            let (low, high) = (variable.low as i32, variable.high as i32);
            let start = start((variable.start as i32).to_string());
            let _ = write!(xml, "<Integer min=\"{low}\" max=\"{high}\"{start}/>");
        }
    }
    *xml += "</ScalarVariable>\n";
}
