//! The report of a road test: one page that needs neither network nor script.

use std::fmt::Write;

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::units;
use skidpad_world::roadtest::Conditions;
use skidpad_world::shown::{fixed, signed};

use crate::figures::{Figure, peak_output};
use crate::svg::escape;

/// A figure that differs from the published one by more than this has missed it, percent.
pub const MISS_PERCENT: f64 = 3.0;

/// A row of the table of results. Numbers that are not finite are shown as absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportRow {
    /// The test's name.
    pub test: String,
    /// What came out; `None` where nothing did.
    pub value: Option<f64>,
    /// The unit of both figures.
    pub unit: String,
    /// What was published.
    pub published: Option<f64>,
    /// Difference from it in percent.
    pub difference_percent: Option<f64>,
    /// Who published it. Addresses become links.
    pub source: Option<String>,
    /// What is to be said about the row: why a figure is absent, or why it misses.
    pub note: Option<String>,
}

impl ReportRow {
    fn difference(&self) -> Option<f64> {
        self.difference_percent.filter(|difference| difference.is_finite())
    }

    fn is_miss(&self) -> bool {
        self.difference().is_some_and(|difference| Real::abs(difference) > MISS_PERCENT)
    }

    /// What stands below the table: the note, and for a miss in any case a line.
    fn remark(&self) -> Option<String> {
        let note = self.note.as_deref().filter(|note| !note.trim().is_empty()).map(str::to_owned);
        note.or_else(|| {
            self.is_miss().then(|| String::from("Misses the published figure; no reason is known."))
        })
    }
}

/// The key data of a vehicle, for the head of the report: what and how much.
pub fn vehicle_rows(vehicle: &Vehicle<f64>) -> Vec<(String, String)> {
    let body = vehicle.body();
    let (front, rear) = (vehicle.front(), vehicle.rear());
    let drive = match body.drive_front_share {
        share if share <= 0.0 => String::from("rear axle"),
        share if share >= 1.0 => String::from("front axle"),
        share => format!("both axles, {:.0} % front", 100.0 * share),
    };
    let ((torque_speed, torque), (power_speed, power)) = peak_output(vehicle);
    let ratios: Vec<String> = (1..=vehicle.shift().gears as usize)
        .map(|gear| format!("{:.2}", vehicle.gears().forward[gear - 1]))
        .collect();
    let engine = vehicle.engine();
    let rpm = |speed: f64| format!("{:.0} rpm", units::to_rpm(speed));
    [
        ("Mass as tested", format!("{:.0} kg", body.mass_kg)),
        ("Weight on the front axle", format!("{:.1} %", 100.0 * body.front_share)),
        (
            "Wheelbase; height of the centre of mass",
            format!("{:.3} m; {:.3} m", body.wheelbase_m, body.cg_height_m),
        ),
        ("Drag area", format!("{:.3} m²", body.drag_area_m2)),
        (
            "Rolling resistance, front and rear",
            format!("{:.4}, {:.4} of the load", front.rolling_resistance, rear.rolling_resistance),
        ),
        ("Resistance proportional to speed", format!("{:.2} N·s/m", body.linear_resistance_n_s_m)),
        ("Driven", drive),
        ("Largest torque", format!("{torque:.0} N·m at {}", rpm(torque_speed))),
        (
            "Largest power",
            format!(
                "{:.0} kW ({:.0} hp) at {}",
                power / 1000.0,
                power / units::HORSEPOWER_W,
                rpm(power_speed)
            ),
        ),
        ("Idle; redline", format!("{}; {}", rpm(engine.idle_rad_s), rpm(engine.redline_rad_s))),
        ("Gears; final drive", format!("{}; {:.2}", ratios.join(", "), vehicle.gears().final_drive)),
        (
            "Efficiency of the driveline; time of a shift",
            format!("{:.0} %; {:.2} s", 100.0 * body.efficiency, vehicle.shift().shift_time_s),
        ),
        ("Rolling radius, front and rear", format!("{:.4} m, {:.4} m", front.radius_m, rear.radius_m)),
        ("Grip, front and rear", format!("{:.3}, {:.3} of the load", front.friction, rear.friction)),
    ]
    .map(|(what, how_much)| (what.to_owned(), how_much))
    .to_vec()
}

/// Density and wind; what blows across only where it does.
fn air(road: &Surface<f64>) -> String {
    let along = format!("{:.4} kg/m³, headwind {:.1} m/s", road.air_density_kg_m3, road.headwind_m_s);
    if road.crosswind_m_s == 0.0 {
        along
    } else {
        format!("{along}, crosswind {:.1} m/s", road.crosswind_m_s)
    }
}

/// How the test was computed, for the head of the report.
pub fn conditions_rows(conditions: &Conditions) -> Vec<(String, String)> {
    let road = &conditions.surface;
    [
        ("Model", conditions.model.name().to_owned()),
        (
            "Integrator; step",
            format!(
                "{}; {} s",
                conditions.method.unwrap_or(conditions.model.integrator()).name(),
                conditions.dt.seconds()
            ),
        ),
        (
            "Road",
            format!("grip {:.2} of dry asphalt, slope {:.1} %", road.grip, 100.0 * Real::tan(road.slope_rad)),
        ),
        ("Air", air(road)),
        ("Gravity", format!("{:.5} m/s²", road.gravity_m_s2)),
    ]
    .map(|(what, how_much)| (what.to_owned(), how_much))
    .to_vec()
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#24292f;--quiet:#57606a;--ground:#fff;--line:#d0d7de;--good:#0a7a43;--bad:#a6190d}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9aa4af;--ground:#15181c;--line:#3a4149;\
--good:#3fb98a;--bad:#ff8c66}}\
body{font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif;color:var(--ink);\
background:var(--ground);max-width:820px;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.2rem;margin:2rem 0 .6rem}\
p.lead,figcaption,footer,td.source{color:var(--quiet)}\
table{border-collapse:collapse;width:100%;font-size:.9rem}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}\
thead th{border-bottom:2px solid var(--line)}th[scope=row]{font-weight:500}\
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\
.good{color:var(--good)}.bad{color:var(--bad);font-weight:600}\
td.source{font-size:.8rem;overflow-wrap:anywhere}a{color:inherit}\
.scroll{overflow-x:auto}\
table.wide{font-size:.72rem;font-variant-numeric:tabular-nums}\
.wide th,.wide td{text-align:right;padding:.3rem .25rem}\
.wide th:first-child,.wide td:first-child{text-align:left}\
figure{margin:1.2rem 0 2rem}figure svg{display:block;width:100%;height:auto;border:1px solid var(--line);\
border-radius:6px}figcaption{font-size:.85rem;margin-top:.4rem}\
@media print{body{max-width:none;margin:0;font-size:11pt}figure,tr{break-inside:avoid}}";

/// A page with a title, a first line and sections. It loads nothing.
pub(crate) fn page(title: &str, lead: &str, body: &str) -> String {
    let (title, lead) = (escape(title), escape(lead));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n</header>\n<main>\n{body}</main>\n\
         <footer><p>Computed by Skidpad.</p></footer>\n</body>\n</html>\n"
    )
}

/// Figures with their captions, in the page itself.
pub(crate) fn figure_section(body: &mut String, figures: &[Figure]) {
    if figures.is_empty() {
        return;
    }
    body.push_str("<section>\n<h2>Figures</h2>\n");
    for figure in figures {
        // In a page the namespace is understood.
        let svg = figure.svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        let caption = linked(&figure.caption);
        let _ = writeln!(body, "<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>");
    }
    body.push_str("</section>\n");
}

/// The report as an HTML page: the figures, the table of results with a remark for each miss, and the rows that
/// describe car and conditions. It loads nothing.
pub fn html(title: &str, description: &[(String, String)], rows: &[ReportRow], figures: &[Figure]) -> String {
    let mut body = String::new();
    figure_section(&mut body, figures);
    results(&mut body, rows);
    remarks(&mut body, rows);
    if !description.is_empty() {
        body.push_str("<section>\n<h2>The car and the test</h2>\n<table>\n<tbody>\n");
        for (what, how_much) in description {
            let (what, how_much) = (escape(what), escape(how_much));
            let _ = writeln!(body, "<tr><th scope=\"row\">{what}</th><td>{how_much}</td></tr>");
        }
        body.push_str("</tbody>\n</table>\n</section>\n");
    }
    page(&format!("Road test: {title}"), &summary(rows), &body)
}

/// One sentence: how many published figures are met.
fn summary(rows: &[ReportRow]) -> String {
    let compared = rows.iter().filter(|row| row.difference().is_some()).count();
    let missed = rows.iter().filter(|row| row.is_miss()).count();
    match compared {
        0 => String::from("No published figures to compare with."),
        all => {
            let met = all - missed;
            let are = if met == 1 { "is" } else { "are" };
            let figures = if all == 1 { "figure" } else { "figures" };
            format!("{met} of {all} published {figures} {are} met within {MISS_PERCENT} %.")
        }
    }
}

/// How many decimals a value in a unit is shown with.
pub fn decimals(unit: &str) -> usize {
    match unit {
        "g" => 3,
        "g/deg" => 3,
        "s" | "deg/g" | "deg.s" | "1/s" | "Hz" | "-" => 2,
        _ => 1,
    }
}

fn number(value: Option<f64>, unit: &str) -> String {
    let decimals = decimals(unit);
    let unit = if unit == "-" { "" } else { unit };
    match value.filter(|value| value.is_finite()) {
        Some(value) => format!("{} {}", fixed(value, decimals), escape(unit)).replace('-', "−"),
        None => String::from("–"),
    }
}

fn results(page: &mut String, rows: &[ReportRow]) {
    page.push_str(
        "<section>\n<h2>Results</h2>\n<div class=\"scroll\">\n<table>\n<thead><tr><th scope=\"col\">Test</th>\
         <th scope=\"col\" class=\"n\">Computed</th><th scope=\"col\" class=\"n\">Published</th>\
         <th scope=\"col\" class=\"n\">Difference</th><th scope=\"col\">Source</th></tr></thead>\n<tbody>\n",
    );
    let mut mark = 0;
    for row in rows {
        let sign = if row.remark().is_some() {
            mark += 1;
            format!(" <sup><a href=\"#remark-{mark}\">{mark}</a></sup>")
        } else {
            String::new()
        };
        let (class, difference) = match row.difference() {
            Some(difference) if row.is_miss() => ("n bad", format!("{} % ✗", signed(difference, 1))),
            Some(difference) => ("n good", format!("{} % ✓", signed(difference, 1))),
            None => ("n", String::from("–")),
        };
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}{sign}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"{class}\">{}</td><td class=\"source\">{}</td></tr>",
            escape(&row.test),
            number(row.value, &row.unit),
            number(row.published, &row.unit),
            difference.replace('-', "−"),
            row.source.as_deref().map(linked).unwrap_or_default(),
        );
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

/// The remarks below the table, numbered as in it.
fn remarks(page: &mut String, rows: &[ReportRow]) {
    let remarks: Vec<(&ReportRow, String)> =
        rows.iter().filter_map(|row| row.remark().map(|remark| (row, remark))).collect();
    if !remarks.is_empty() {
        page.push_str("<ol>\n");
        for (index, (row, remark)) in remarks.iter().enumerate() {
            let test = escape(&row.test);
            let _ = writeln!(page, "<li id=\"remark-{}\">{test}: {}</li>", index + 1, linked(remark));
        }
        page.push_str("</ol>\n");
    }
    page.push_str("</section>\n");
}

/// Text in which addresses are links, everything escaped.
fn linked(text: &str) -> String {
    let mut safe = String::new();
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            safe.push(' ');
        }
        let start = word.find("https://").or_else(|| word.find("http://"));
        let Some((before, rest)) = start.map(|start| word.split_at(start)) else {
            safe.push_str(&escape(word));
            continue;
        };
        let address = rest.trim_end_matches([')', ']', '.', ',', ';', ':', '>', '"', '\'']);
        let after = &rest[address.len()..];
        let (before, address, after) = (escape(before), escape(address), escape(after));
        let _ = write!(safe, "{before}<a href=\"{address}\" rel=\"noreferrer\">{address}</a>{after}");
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn addresses_become_links() {
        assert_eq!(
            linked("see (https://a.org/b?c=1&d), p. 2"),
            "see (<a href=\"https://a.org/b?c=1&amp;d\" rel=\"noreferrer\">https://a.org/b?c=1&amp;d</a>), p. 2"
        );
        assert_eq!(
            linked("http://\"onload=x"),
            "<a href=\"http://&quot;onload=x\" rel=\"noreferrer\">http://&quot;onload=x</a>"
        );
        assert_eq!(linked("javascript:alert(1)<b>"), "javascript:alert(1)&lt;b&gt;");
    }
}
