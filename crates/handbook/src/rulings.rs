//! The rulings (裁定): the pages of `docs/rulings/`, compiled into the program.
//!
//! Rulings are written by hand. To add one, write its page and add its number to the list below.

use caipan_engine::rules::{SYSTEMS, System};
use caipan_tiles::text::Label;

/// A ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The number: `R-001`.
    pub id: &'static str,
    /// The page in Markdown, in both languages.
    pub page: &'static str,
}

macro_rules! rulings {
    ($($id:literal)+) => {
        /// All rulings, in order.
        pub static RULINGS: &[Ruling] = &[$(
            Ruling { id: $id, page: include_str!(concat!("../rulings/", $id, ".md")) }
        ),+];
    };
}

rulings! {
    "R-001" "R-002" "R-003" "R-004" "R-005" "R-006" "R-007" "R-008" "R-009" "R-010" "R-011" "R-012" "R-013" "R-014" "R-015"
    "R-016" "R-017" "R-018" "R-019" "R-020" "R-021" "R-022" "R-023" "R-024" "R-025" "R-026" "R-027" "R-028" "R-029" "R-030"
    "R-031" "R-032" "R-033" "R-034" "R-035" "R-036" "R-037" "R-038" "R-039"
    "R-101" "R-102" "R-103" "R-104" "R-105" "R-106" "R-107" "R-108" "R-109" "R-110" "R-111" "R-112" "R-113" "R-114" "R-115"
    "R-116" "R-117" "R-118" "R-119" "R-120" "R-121" "R-122"
    "R-201" "R-202" "R-203" "R-204" "R-205" "R-206" "R-207" "R-208" "R-209" "R-210" "R-211" "R-212" "R-213" "R-214" "R-215"
    "R-216" "R-217" "R-218" "R-219" "R-220" "R-221" "R-222" "R-223" "R-224" "R-225" "R-226" "R-227" "R-228" "R-229" "R-230"
    "R-301" "R-302" "R-303"
    "R-401" "R-402" "R-403" "R-404" "R-405" "R-406" "R-407" "R-408" "R-409"
}

/// Returns the ruling with this number. ASCII letter case is ignored.
pub fn ruling(id: &str) -> Option<&'static Ruling> {
    RULINGS.iter().find(|ruling| ruling.id.eq_ignore_ascii_case(id))
}

impl Ruling {
    /// The title: the heading of its page, `# R-001 中文 / English`.
    pub fn title(&self) -> Label {
        let heading = self.page.lines().next().unwrap_or_default();
        let words = heading.trim_start_matches("# ").trim_start_matches(self.id).trim();
        let (zh, en) = words.split_once(" / ").unwrap_or((words, words));
        Label::new(zh, en)
    }

    /// The clauses that it interprets, as the line under the heading lists them: single clauses, and ranges such as
    /// `CS-A.1–A.4`.
    pub fn clauses(&self) -> impl Iterator<Item = &'static str> {
        let page = self.page;
        let line = page.lines().find_map(|line| line.strip_prefix("条文 Clauses: ")).unwrap_or_default();
        line.split(" · ").next().unwrap_or_default().split(", ").filter(|clause| !clause.is_empty())
    }

    /// True if it interprets a clause of this system's rule book.
    pub fn is_of(&self, system: &System) -> bool {
        let known = |id: &str| system.book().any(|clause| clause.id == id);
        self.clauses().any(|id| known(id) || id.split('–').next().is_some_and(known))
    }

    /// The systems whose clauses it interprets.
    pub fn systems(&self) -> impl Iterator<Item = &'static System> {
        SYSTEMS.iter().copied().filter(|system| self.is_of(system))
    }

    /// True if its page names this option.
    pub fn names_option(&self, option: &str) -> bool {
        self.page.split('`').skip(1).step_by(2).any(|code| code.split(" = ").next() == Some(option))
    }
}
