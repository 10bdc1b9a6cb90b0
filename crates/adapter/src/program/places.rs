//! Finds the part of a program that fails. jq tells no places, so a program that failed is compiled once more with a mark
//! around every part that can fail, and run again: the innermost part through which the error passes is its place.

use super::check::parts_mut;
use super::{Kind, World};
use crate::value::V;
use jaq_core::load::parse::{BinaryOp, Term};
use jaq_core::load::{lex::StrPart, span};
use jaq_core::native::{Fun, v};
use jaq_core::{Bind, Exn, Native, ValX};
use std::cell::Cell;
use std::ops::Range;

/// The native filter of a mark, with the number of the part and the part itself; no program can write its name.
pub(super) const MARK: &str = "!mark";

/// The parts of a program that can fail, and the place of the last error.
#[derive(Debug)]
pub(super) struct Trace {
    /// The bytes of each marked part.
    pub(super) parts: Vec<Option<Range<usize>>>,
    /// The number of the part of the last error.
    at: Cell<Option<usize>>,
    /// The number of errors noted.
    noted: Cell<usize>,
}

impl Trace {
    pub(super) fn new(parts: Vec<Option<Range<usize>>>) -> Trace {
        Trace { parts, at: Cell::new(None), noted: Cell::new(0) }
    }

    fn part(&self, at: usize) -> Option<&Range<usize>> {
        self.parts.get(at)?.as_ref()
    }

    /// Notes that an error passes a part. `begun` is the number of errors noted when the part began: an error noted since
    /// then comes from a part that it ran, and keeps its place.
    fn passes(&self, at: usize, begun: usize) {
        if self.part(at).is_some() && self.noted.get() == begun {
            self.at.set(Some(at));
            self.noted.set(begun + 1);
        }
    }

    /// Returns the bytes of the part in which the last error arose.
    pub(super) fn take(&self) -> Option<Range<usize>> {
        self.at.take().and_then(|at| self.part(at)).cloned()
    }
}

/// Returns the bytes of every part that can fail, in the order in which [`mark`] numbers them.
pub(super) fn parts(term: &mut Term<&str>, code: &str) -> Vec<Option<Range<usize>>> {
    let mut found = Vec::new();
    collect(term, code, &mut found);
    found
}

fn collect(term: &mut Term<&str>, code: &str, found: &mut Vec<Option<Range<usize>>>) -> Option<Range<usize>> {
    let mut here: Option<Range<usize>> = None;
    let join = |one: Option<Range<usize>>, other: Option<Range<usize>>| match (one, other) {
        (Some(one), Some(other)) => Some(one.start.min(other.start)..one.end.max(other.end)),
        (one, other) => one.or(other),
    };
    for word in words(term) {
        // The words of the steps stand in no program.
        let is_inside = code.as_bytes().as_ptr_range().contains(&word.as_ptr());
        here = join(here, is_inside.then(|| span(code, word)));
    }
    parts_mut(term, &mut |part| here = join(here.take(), collect(part, code, found)));
    if let (Term::BinOp(left, ..), Some(right)) = (&*term, &mut here)
        && matches!(**left, Term::Id)
    {
        right.start = dot_before(code, right.start);
    }
    if can_fail(term) {
        found.push(here.clone());
    }
    here
}

/// Returns the byte of the `.` that is the left operand of an operator: a parsed `.` keeps no place. `right` is the first
/// byte of the right operand.
fn dot_before(code: &str, right: usize) -> usize {
    let before = code[..right].trim_end();
    let operand = before.trim_end_matches(|c: char| !c.is_whitespace() && c != '.').trim_end();
    if operand.ends_with('.') { operand.len() - 1 } else { right }
}

/// Marks every part that can fail. `numbers` are their numbers as texts, in ascending order.
pub(super) fn mark<'a>(term: &mut Term<&'a str>, numbers: &mut impl Iterator<Item = &'a str>) {
    parts_mut(term, &mut |part| mark(part, &mut *numbers));
    if can_fail(term)
        && let Some(number) = numbers.next()
    {
        let part = std::mem::take(term);
        *term = Term::Call(MARK, vec![Term::Num(number), part]);
    }
}

fn can_fail(term: &Term<&str>) -> bool {
    match term {
        Term::Call(name, _) => *name != super::check::STEP,
        Term::Path(..) | Term::Neg(_) | Term::Fold(..) | Term::Obj(_) => true,
        Term::BinOp(_, op, _) => matches!(op, BinaryOp::Math(_) | BinaryOp::Pipe(Some(_))),
        _ => false,
    }
}

/// The words of a term itself.
fn words<'a>(term: &Term<&'a str>) -> Vec<&'a str> {
    match term {
        Term::Num(word) | Term::Var(word) | Term::Break(word) | Term::Call(word, _) | Term::Fold(word, ..) => {
            vec![word]
        }
        Term::Str(_, text) => {
            text.iter().filter_map(|part| if let StrPart::Str(text) = part { Some(*text) } else { None }).collect()
        }
        _ => Vec::new(),
    }
}

/// The filter of a mark. It passes everything through, and notes errors.
pub(super) fn native() -> Fun<Kind> {
    let native = Native::<Kind>::new(|mut cv| {
        let (part, inside) = cv.0.pop_fun();
        let note = noting(&mut cv.0);
        Box::new(part.run((inside, cv.1)).inspect(move |given| note(given.as_ref().err())))
    })
    .with_paths(|mut cv| {
        let (part, inside) = cv.0.pop_fun();
        let note = noting(&mut cv.0);
        Box::new(part.paths((inside, cv.1)).inspect(move |given| note(given.as_ref().err())))
    })
    .with_update(|mut cv, update| {
        let (part, inside) = cv.0.pop_fun();
        let note = noting(&mut cv.0);
        Box::new(part.update((inside, cv.1), update).inspect(move |given: &ValX<V>| note(given.as_ref().err())))
    });
    (MARK, [v(1), [Bind::Fun(())].into()].concat().into(), native)
}

/// Returns the function that notes the errors of a marked part.
fn noting<'a>(ctx: &mut jaq_core::Ctx<'a, Kind>) -> impl Fn(Option<&Exn<'a, V>>) + use<'a> {
    let world: World<'a> = ctx.data().clone();
    let at = if let V::Whole(at) = ctx.pop_var() { usize::try_from(at).ok() } else { None };
    let begun = world.trace.map_or(0, |trace| trace.noted.get());
    move |thrown| {
        let is_error = thrown.is_some_and(|thrown| thrown.clone().get_err().is_ok());
        if let (true, Some(trace), Some(at)) = (is_error, world.trace, at) {
            trace.passes(at, begun);
        }
    }
}
