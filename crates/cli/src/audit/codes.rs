//! The findings that count: those whose codes are selected and not ignored.

use caipan_engine::audit::checks;
use caipan_handbook::BLOCKS;
use caipan_tiles::suggest::nearest;

/// The findings that count, by the beginnings of their codes.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    /// Only these; all if empty.
    pub(super) select: Vec<String>,
    /// None of these.
    pub(super) ignore: Vec<String>,
}

impl Codes {
    /// True if a finding of this code counts.
    pub(super) fn count(&self, code: &str) -> bool {
        let is_in = |list: &[String]| list.iter().any(|prefix| code.starts_with(prefix.as_str()));
        (self.select.is_empty() || is_in(&self.select)) && !is_in(&self.ignore)
    }
}

/// Reads a code such as A702, or the beginning of codes such as A7. An error if no check has it.
pub(super) fn prefix(written: &str) -> Result<String, String> {
    let prefix = written.trim().to_ascii_uppercase();
    if !prefix.is_empty() && checks::all().any(|check| check.code.starts_with(&prefix)) {
        return Ok(prefix);
    }
    let typed = Some(&prefix).filter(|prefix| prefix.starts_with('A'));
    let (zh, en) = typed
        .and_then(|prefix| nearest(prefix, checks::all().map(|check| check.code)))
        .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!("did you mean {near}? ")));
    let blocks: Vec<&str> = BLOCKS.iter().map(|block| block.code).collect();
    let blocks = blocks.join(", ");
    Err(format!(
        "no check begins with `{written}`; {en}a code is A and three digits, such as A702, and a beginning stands for all codes \
         that have it: {blocks}; docs/checks lists them all · 没有以此开头的代码。{zh}代码是 A 加三位数字，如 A702；只写开头，\
         表示以它开头的全部代码：{blocks}。全部列在 docs/checks"
    ))
}
