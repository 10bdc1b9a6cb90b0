//! The options of `--set` that a log's rule system does not have.

use caipan_engine::rules::SYSTEMS;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Lang, Text};
use std::collections::BTreeMap;

/// The number of logs, by rule system, that each chosen option did not apply to.
#[derive(Debug, Default)]
pub(super) struct Unapplied {
    options: Vec<String>,
    logs: BTreeMap<(String, &'static str), u64>,
}

impl Unapplied {
    pub(super) fn new(set: &[(String, String)]) -> Unapplied {
        Unapplied { options: set.iter().map(|(option, _)| option.clone()).collect(), logs: BTreeMap::new() }
    }

    /// Notes a log of this system.
    pub(super) fn add(&mut self, system: &str) {
        let Some(system) = SYSTEMS.iter().find(|known| known.id == system) else { return };
        for option in &self.options {
            if !has(system, option) {
                *self.logs.entry((option.clone(), system.id)).or_default() += 1;
            }
        }
    }

    /// Returns the sentences; `None` if every option applied to every log.
    pub(super) fn text(&self) -> Option<Text> {
        let sentences: Vec<Text> = self
            .logs
            .iter()
            .map(|((option, id), logs)| {
                let name = SYSTEMS.iter().find(|system| system.id == *id).map(|system| system.name);
                let (zh, en) = name.map_or((*id, *id), |name| (name.zh, name.en));
                let noun = if *logs == 1 { "log" } else { "logs" };
                bilingual!(
                    "--set {option} 未用于 {logs} 份{zh}牌谱：该规则没有这个选项。",
                    "--set {option} did not apply to {logs} {noun} of {en}, which has no such option."
                )
            })
            .collect();
        let lines = |lang: Lang| sentences.iter().map(|text| text.get(lang)).collect::<Vec<_>>().join("\n");
        (!sentences.is_empty()).then(|| Text { zh: lines(Lang::Zh).into(), en: lines(Lang::En).into() })
    }
}

/// Checks that a rule system has each option. The error names the option closest to the unknown one.
pub(super) fn check(set: &[(String, String)]) -> Result<(), Text> {
    let known = || SYSTEMS.iter().flat_map(|system| (system.options)()).map(|decl| decl.id);
    match set.iter().find(|(option, _)| !known().any(|id| id == option)) {
        None => Ok(()),
        Some((option, _)) => {
            let (zh, en) = nearest(option, known())
                .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!("Did you mean {near}? ")));
            Err(bilingual!(
                "--set 的 {option} 不是任何规则的选项。{zh}caipan explain 选项名 可查每个选项。",
                "{option} of --set is not an option of any rules. {en}caipan explain OPTION describes an option."
            ))
        }
    }
}

fn has(system: &caipan_engine::rules::System, option: &str) -> bool {
    (system.options)().iter().any(|decl| decl.id == option)
}
