//! Takes the screenshots of `docs/tour.md`, by the check of the page.

use xshell::cmd;

use crate::tools::Tools;

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    cmd!(shell, "cargo build --package napkin-cli").run()?;
    cmd!(shell, "checks/install/browser").run()?;
    cmd!(shell, "node checks/browser/check.mjs").run()?;
    for picture in ["readme-wide-light", "readme-wide-dark"] {
        shell.copy_file(
            format!("target/browser/{picture}.png"),
            format!("docs/pictures/{picture}.png"),
        )?;
    }
    Ok(())
}
