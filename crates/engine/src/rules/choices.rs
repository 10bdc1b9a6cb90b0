//! The values of all options of a system.

use super::{Decl, Preset, System, Value};

/// The values of all options in the order of their declarations, so that readers need no names.
#[derive(Clone)]
pub struct Choices {
    decls: &'static [Decl],
    values: Vec<Value>,
}

impl Choices {
    /// Returns the values of a preset of this system. The preset caches them, because every log asks for them.
    pub fn of(system: &System, preset: &Preset) -> Choices {
        let decided = || {
            let decls = (system.options)();
            let mut choices = Choices { decls, values: decls.iter().map(|decl| decl.default).collect() };
            preset.choices.iter().for_each(|&(id, value)| choices.set(id, value));
            choices
        };
        preset.decided.get_or_init(decided).clone()
    }

    /// The value of an option; `None` if the system has no such option.
    pub fn get(&self, id: &str) -> Option<Value> {
        self.iter().find(|(known, _)| *known == id).map(|(_, value)| value)
    }

    /// Sets an option. Does nothing if the system has no such option.
    pub fn set(&mut self, id: &str, value: Value) {
        let mut places = self.decls.iter().zip(&mut self.values);
        if let Some((_, place)) = places.find(|(decl, _)| decl.id == id) {
            *place = value;
        }
    }

    /// Ids and values in the order of the declarations.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.decls.iter().map(|decl| decl.id).zip(self.values.iter().copied())
    }

    /// Declarations and values in their order.
    pub fn decided(&self) -> impl Iterator<Item = (&'static Decl, Value)> + '_ {
        self.decls.iter().zip(self.values.iter().copied())
    }

    /// The values alone.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

impl PartialEq for Choices {
    fn eq(&self, other: &Choices) -> bool {
        self.iter().eq(other.iter())
    }
}

impl std::fmt::Debug for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
