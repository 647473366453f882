//! The description of a unit, `modelDescription.xml`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::continuous::nominal;
use crate::derivative::has_derivatives;
use crate::design::UnitDesign;
use crate::log::CATEGORIES;
use crate::table::USUAL_STEP_S;
use crate::units::BaseUnit;
use crate::variable::{Role, Variable, VariableType};

/// Name of the library within a unit, without the platform's ending.
pub const MODEL_IDENTIFIER: &str = "skidpad";

/// The text of `modelDescription.xml`.
pub fn model_description(design: &UnitDesign, generated_at: Option<&str>) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let title = design.title();
    let date =
        generated_at.map(|at| format!(" generationDateAndTime=\"{}\"", escaped(at))).unwrap_or_default();
    let _ = writeln!(
        xml,
        "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" instantiationToken=\"{}\" description=\"{}\" \
         version=\"{version}\" license=\"MIT OR Apache-2.0\" generationTool=\"Skidpad {version}\"{date} \
         variableNamingConvention=\"structured\">",
        escaped(&format!("{title} ({})", design.model.name)),
        design.token(),
        escaped(&format!("{title} by the model {}: {}", design.model.name, design.model.description)),
        version = env!("CARGO_PKG_VERSION"),
    );
    let derivatives = has_derivatives(design);
    let common = format!(
        "modelIdentifier=\"{MODEL_IDENTIFIER}\" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" \
         providesDirectionalDerivatives=\"{derivatives}\" providesAdjointDerivatives=\"{derivatives}\""
    );
    let _ = writeln!(xml, "  <ModelExchange {common}/>");
    let _ = writeln!(
        xml,
        "  <CoSimulation {common} canHandleVariableCommunicationStepSize=\"true\" \
         fixedInternalStepSize=\"{USUAL_STEP_S:?}\" providesIntermediateUpdate=\"true\" \
         mightReturnEarlyFromDoStep=\"true\" canReturnEarlyAfterIntermediateUpdate=\"true\" hasEventMode=\"true\"/>"
    );
    units(&mut xml, &design.variables);
    xml += "  <LogCategories>\n";
    for (name, meaning) in CATEGORIES {
        let _ = writeln!(xml, "    <Category name=\"{name}\" description=\"{}\"/>", escaped(meaning));
    }
    xml += "  </LogCategories>\n  <DefaultExperiment startTime=\"0\" stopTime=\"10\" stepSize=\"0.02\"/>\n";
    xml += "  <ModelVariables>\n";
    for (reference, variable) in design.variables.iter().enumerate() {
        element(&mut xml, design, reference, variable);
    }
    xml += "  </ModelVariables>\n";
    structure(&mut xml, design);
    xml += "</fmiModelDescription>\n";
    xml
}

/// A text as XML writes it within quotes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

pub(crate) fn units(xml: &mut String, variables: &[Variable]) {
    let names: BTreeSet<&str> =
        variables.iter().map(|variable| variable.unit.as_ref()).filter(|unit| *unit != "-").collect();
    *xml += "  <UnitDefinitions>\n";
    for name in names {
        let _ = write!(xml, "    <Unit name=\"{name}\">");
        if let Some(base) = BaseUnit::parse(name) {
            *xml += "<BaseUnit";
            let powers =
                [("kg", base.kg), ("m", base.m), ("s", base.s), ("K", base.kelvin), ("rad", base.rad)];
            for (symbol, power) in powers.into_iter().filter(|(_, power)| *power != 0) {
                let _ = write!(xml, " {symbol}=\"{power}\"");
            }
            *xml += "/>";
        }
        *xml += "</Unit>\n";
    }
    *xml += "  </UnitDefinitions>\n";
}

fn element(xml: &mut String, design: &UnitDesign, reference: usize, variable: &Variable) {
    let (name, meaning) = (escaped(&variable.name), escaped(&variable.meaning));
    let element = variable.variable_type.name();
    let _ = write!(
        xml,
        "    <{element} name=\"{name}\" valueReference=\"{reference}\" description=\"{meaning}\""
    );
    let (causality, variability) = (causality(variable), variability(variable));
    let _ = write!(xml, " causality=\"{causality}\" variability=\"{variability}\"");
    if !variable.is_setting() && !matches!(variable.role, Role::Time) {
        *xml += " initial=\"calculated\"";
    }
    if variable.variable_type == VariableType::Float64 {
        if variable.unit != "-" {
            let _ = write!(xml, " unit=\"{}\"", variable.unit);
        }
        if variable.low.is_finite() && !matches!(variable.role, Role::Time) {
            let _ = write!(xml, " min=\"{:?}\" max=\"{:?}\"", variable.low, variable.high);
        }
        if let Some(place) = variable.state_place() {
            let state = design.model.states[place];
            let _ = write!(xml, " nominal=\"{:?}\"", nominal(state.name, state.unit));
        }
    } else if variable.variable_type == VariableType::Int32 {
        let _ = write!(xml, " min=\"{}\" max=\"{}\"", variable.low as i32, variable.high as i32);
    }
    if variable.is_setting() {
        let start = match variable.variable_type {
            VariableType::Float64 => format!("{:?}", variable.start),
            VariableType::Int32 | VariableType::UInt64 => format!("{}", variable.start as i32),
            VariableType::Boolean => (if variable.start == 0.0 { "false" } else { "true" }).to_owned(),
        };
        let _ = write!(xml, " start=\"{start}\"");
    }
    if let Role::Rate(place) = variable.role {
        let _ = write!(xml, " derivative=\"{}\"", state_reference(design, place));
    }
    *xml += "/>\n";
}

/// Causality of a variable, as descriptions name it.
pub(crate) fn causality(variable: &Variable) -> &'static str {
    match variable.role {
        Role::Time => "independent",
        Role::Input(_) => "input",
        Role::Rate(_) | Role::Hash => "local",
        _ if variable.is_parameter() => "parameter",
        _ => "output",
    }
}

/// Variability of a variable, as descriptions name it.
pub(crate) fn variability(variable: &Variable) -> &'static str {
    match variable.role {
        _ if variable.is_fixed() => "fixed",
        _ if variable.is_tunable() => "tunable",
        _ if variable.is_discrete() => "discrete",
        _ => "continuous",
    }
}

/// Value reference of a state.
pub fn state_reference(design: &UnitDesign, place: usize) -> usize {
    let is_it = |variable: &Variable| variable.state_place() == Some(place);
    design.variables.iter().position(is_it).unwrap_or(0)
}

/// Value references of outputs and rates. What they depend on is not listed: all of them may depend on all inputs and states.
fn structure(xml: &mut String, design: &UnitDesign) {
    *xml += "  <ModelStructure>\n";
    let mut list = |element: &str, is_meant: &dyn Fn(&Variable) -> bool| {
        for (reference, _) in design.variables.iter().enumerate().filter(|(_, variable)| is_meant(variable)) {
            let _ = writeln!(xml, "    <{element} valueReference=\"{reference}\"/>");
        }
    };
    let is_rate = |variable: &Variable| matches!(variable.role, Role::Rate(_));
    list("Output", &Variable::is_output);
    list("ContinuousStateDerivative", &is_rate);
    list("InitialUnknown", &|variable| variable.is_output() || is_rate(variable));
    *xml += "  </ModelStructure>\n";
}
