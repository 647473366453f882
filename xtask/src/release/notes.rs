//! `cargo xtask release notes TAG`: what the changelog says of a version, for the page of its release.

use std::path::Path;

use super::VERSION;

/// Prints the section of the changelog; refuses a tag that is not of the packages' version, and one without a section.
pub fn notes(root: &Path, tag: &str) -> Result<(), String> {
    let path = root.join("CHANGELOG.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", section(&text, tag, VERSION)?);
    Ok(())
}

fn section<'a>(changelog: &'a str, tag: &str, version: &str) -> Result<&'a str, String> {
    let named =
        tag.strip_prefix('v').ok_or_else(|| format!("{tag} is no tag of a version, such as v{version}"))?;
    if named != version {
        return Err(format!("the tag is {tag}, but the version of the packages is {version} (Cargo.toml)"));
    }
    let heading = format!("\n## {version} - ");
    let (_, rest) = changelog
        .split_once(&heading)
        .ok_or_else(|| format!("CHANGELOG.md has no section `## {version} - YEAR-MONTH-DAY`"))?;
    let section = rest.split_once('\n').map_or("", |(_, section)| section);
    Ok(section.split("\n## ").next().unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use super::section;

    const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n- Later.\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- A door.\n\n\
                             ## 0.1.0 - 2026-11-01\n\n- All.\n";

    #[test]
    fn a_release_has_the_section_of_its_version() {
        assert_eq!(section(CHANGELOG, "v0.2.0", "0.2.0"), Ok("### Added\n\n- A door."));
        assert_eq!(section(CHANGELOG, "v0.1.0", "0.1.0"), Ok("- All."));
    }

    #[test]
    fn tags_of_other_versions_and_without_a_section_are_refused() {
        let message = |tag, version| section(CHANGELOG, tag, version).unwrap_err();
        assert!(message("v0.2.0", "0.3.0").contains("the version of the packages is 0.3.0"));
        assert!(message("0.2.0", "0.2.0").contains("no tag of a version"));
        assert!(message("v0.3.0", "0.3.0").contains("no section `## 0.3.0 - "));
    }
}
