//! Rules and options that replace those that a log declares.

use caipan_engine::rules;
use caipan_log::{Houses, OptionValue, RulesDeclared};
use caipan_tiles::text::Text;
use std::collections::BTreeMap;

/// Rules and options that replace the declared ones, as typed on a command line.
#[derive(Clone, Debug, Default)]
pub struct Override {
    /// A system or preset.
    pub rules: Option<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
    /// True to leave out options that the rule system of a log does not have; otherwise such a log is refused.
    pub skips_unknown: bool,
    /// House presets that a log may name beside those that are known to the process.
    pub houses: Houses,
}

impl Override {
    /// Returns the rules that take the place of the declared ones.
    pub fn declared(&self, before: &RulesDeclared) -> RulesDeclared {
        // Options belong to a system, so the declared options go with the declared system.
        let mut declared = match &self.rules {
            Some(system) => RulesDeclared { system: system.clone(), options: BTreeMap::new(), ..before.clone() },
            None => before.clone(),
        };
        if self.houses != Houses::default() {
            declared.houses = self.houses.clone();
        }
        let system =
            if self.skips_unknown { rules::resolve(&declared).ok().map(|ruleset| ruleset.system) } else { None };
        let is_known = |id: &str| system.is_none_or(|system| (system.options)().iter().any(|decl| decl.id == id));
        let chosen = self.options.iter().filter(|(id, _)| is_known(id));
        declared.options.extend(chosen.map(|(id, value)| (id.clone(), OptionValue::Word(value.clone()))));
        declared
    }

    /// Returns whether nothing is overridden.
    pub fn is_none(&self) -> bool {
        self.rules.is_none() && self.options.is_empty()
    }

    /// Checks that the rules and options exist. Options without rules can only be checked against a log.
    pub fn check(&self) -> Result<(), Text> {
        if self.rules.is_none() {
            return Ok(());
        }
        let none = RulesDeclared { system: String::new(), options: BTreeMap::new(), ..Default::default() };
        rules::resolve(&self.declared(&none)).map(|_| ()).map_err(|error| error.text)
    }
}
