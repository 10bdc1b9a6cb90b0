//! Checks and transforms the syntax tree of a program before compilation: refuses recursion and inserts step counts.

use jaq_core::load::lex::StrPart;
use jaq_core::load::parse::{BinaryOp, Def, Pattern, Term};
use jaq_core::path::Part;

/// The native filter that takes a step; no program can write its name.
pub(super) const STEP: &str = "!step";

/// Returns an error with the name of the first filter that calls itself.
pub(super) fn no_recursion<'a>(term: &Term<&'a str>) -> Result<(), &'a str> {
    let mut found = None;
    let mut open: Vec<(&str, usize)> = vec![(super::MAIN, 0)];
    find_recursion(term, &mut open, &mut found);
    found.map_or(Ok(()), Err)
}

fn find_recursion<'a>(term: &Term<&'a str>, open: &mut Vec<(&'a str, usize)>, found: &mut Option<&'a str>) {
    if let Term::Call(name, args) = term
        && open.contains(&(name, args.len()))
    {
        found.get_or_insert(name);
    }
    if let Term::Def(defs, rest) = term {
        for Def { name, args, body } in defs {
            open.push((name, args.len()));
            find_recursion(body, open, found);
            open.pop();
        }
        find_recursion(rest, open, found);
        return;
    }
    parts(term, &mut |part| find_recursion(part, open, found));
}

/// Calls `see` with every direct part of a term except the definitions in it.
fn parts<'t, 'a>(term: &'t Term<&'a str>, see: &mut impl FnMut(&'t Term<&'a str>)) {
    match term {
        Term::Id | Term::Recurse | Term::Num(_) | Term::Break(_) | Term::Var(_) | Term::Def(..) => {}
        Term::Str(_, text) => text.iter().for_each(|part| {
            if let StrPart::Term(term) = part {
                see(term);
            }
        }),
        Term::Arr(inner) => inner.iter().for_each(|inner| see(inner)),
        Term::Obj(members) => members.iter().for_each(|(key, value)| {
            see(key);
            value.iter().for_each(&mut *see);
        }),
        Term::Neg(inner) | Term::Label(_, inner) => see(inner),
        Term::BinOp(left, op, right) => {
            see(left);
            if let BinaryOp::Pipe(Some(pattern)) = op {
                of_pattern(pattern, see);
            }
            see(right);
        }
        Term::Fold(_, over, pattern, args) => {
            see(over);
            of_pattern(pattern, see);
            args.iter().for_each(see);
        }
        Term::TryCatch(inner, caught) => {
            see(inner);
            caught.iter().for_each(|caught| see(caught));
        }
        Term::IfThenElse(cases, other) => {
            cases.iter().for_each(|(when, then)| {
                see(when);
                see(then);
            });
            other.iter().for_each(|other| see(other));
        }
        Term::Call(_, args) => args.iter().for_each(see),
        Term::Path(head, path) => {
            see(head);
            for (part, _) in &path.0 {
                match part {
                    Part::Index(index) => see(index),
                    Part::Range(from, upto) => from.iter().chain(upto).for_each(&mut *see),
                }
            }
        }
    }
}

fn of_pattern<'t, 'a>(pattern: &'t Pattern<&'a str>, see: &mut impl FnMut(&'t Term<&'a str>)) {
    match pattern {
        Pattern::Var(_) => {}
        Pattern::Arr(patterns) => patterns.iter().for_each(|pattern| of_pattern(pattern, see)),
        Pattern::Obj(members) => members.iter().for_each(|(key, pattern)| {
            see(key);
            of_pattern(pattern, see);
        }),
    }
}

/// Calls `see` with every direct part of a term, the bodies of its definitions included.
pub(super) fn parts_mut<'a>(term: &mut Term<&'a str>, see: &mut impl FnMut(&mut Term<&'a str>)) {
    match term {
        Term::Id | Term::Recurse | Term::Num(_) | Term::Break(_) | Term::Var(_) => {}
        Term::Str(_, text) => text.iter_mut().for_each(|part| {
            if let StrPart::Term(term) = part {
                see(term);
            }
        }),
        Term::Arr(inner) => inner.iter_mut().for_each(|inner| see(inner)),
        Term::Obj(members) => members.iter_mut().for_each(|(key, value)| {
            see(key);
            value.iter_mut().for_each(&mut *see);
        }),
        Term::Neg(inner) | Term::Label(_, inner) => see(inner),
        Term::BinOp(left, op, right) => {
            see(left);
            if let BinaryOp::Pipe(Some(pattern)) = op {
                of_pattern_mut(pattern, see);
            }
            see(right);
        }
        Term::Fold(_, over, pattern, args) => {
            see(over);
            of_pattern_mut(pattern, see);
            args.iter_mut().for_each(see);
        }
        Term::TryCatch(inner, caught) => {
            see(inner);
            caught.iter_mut().for_each(|caught| see(caught));
        }
        Term::IfThenElse(cases, other) => {
            cases.iter_mut().for_each(|(when, then)| {
                see(when);
                see(then);
            });
            other.iter_mut().for_each(|other| see(other));
        }
        Term::Def(defs, rest) => {
            defs.iter_mut().for_each(|def| see(&mut def.body));
            see(rest);
        }
        Term::Call(_, args) => args.iter_mut().for_each(see),
        Term::Path(head, path) => {
            see(head);
            for (part, _) in &mut path.0 {
                match part {
                    Part::Index(index) => see(index),
                    Part::Range(from, upto) => from.iter_mut().chain(upto).for_each(&mut *see),
                }
            }
        }
    }
}

fn of_pattern_mut<'a>(pattern: &mut Pattern<&'a str>, see: &mut impl FnMut(&mut Term<&'a str>)) {
    match pattern {
        Pattern::Var(_) => {}
        Pattern::Arr(patterns) => patterns.iter_mut().for_each(|pattern| of_pattern_mut(pattern, see)),
        Pattern::Obj(members) => members.iter_mut().for_each(|(key, pattern)| {
            see(key);
            of_pattern_mut(pattern, see);
        }),
    }
}

/// Inserts a step before the right side of a comma and before the body of every filter that the program defines.
/// Without them a short program could run without end.
pub(super) fn count_steps(term: &mut Term<&str>) {
    parts_mut(term, &mut |part| count_steps(part));
    match term {
        Term::BinOp(_, BinaryOp::Comma, right) => after_step(right),
        Term::Def(defs, _) => defs.iter_mut().for_each(|def| after_step(&mut def.body)),
        _ => {}
    }
}

fn after_step(term: &mut Term<&str>) {
    let body = std::mem::take(term);
    *term = Term::BinOp(Box::new(Term::Call(STEP, Vec::new())), BinaryOp::Pipe(None), Box::new(body));
}
