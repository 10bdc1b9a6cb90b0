//! The handbook and the score calculator, as JSON.

use crate::given::Given;
use crate::refused::Class;
use crate::settings::Houses;
use caipan_auditor::meant;
use caipan_handbook as handbook;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

/// A meaning of a word.
#[derive(Serialize)]
struct Meaning {
    subject: String,
    id: &'static str,
    title: Text,
    body: Text,
    page: Text,
}

/// Returns every meaning of a word as a JSON array; raises with suggestions for an unknown word.
#[pyfunction]
pub(crate) fn explain<'py>(py: Python<'py>, word: &str) -> PyResult<Bound<'py, PyBytes>> {
    let meanings: Vec<Meaning> = handbook::explain(word)
        .into_iter()
        .map(|handbook::Entry { subject, id, title, body, page }| Meaning {
            subject: format!("{subject:?}").to_lowercase(),
            id,
            title,
            body,
            page,
        })
        .collect();
    if meanings.is_empty() {
        let Text { zh, en } = meant(word.trim(), handbook::known_words());
        return Err(Class::Caipan.said(
            py,
            bilingual!(
                "没有名为“{word}”的代码、条款、裁定、选项或牌型。{zh}全部见 caipan.checks() 与 caipan.systems()。",
                "There is no code, clause, ruling, option or pattern called `{word}`. {en}See caipan.checks() and caipan.systems() for all."
            ),
        ));
    }
    Ok(json(py, &meanings))
}

/// Returns every rule system as a JSON array.
#[pyfunction]
pub(crate) fn systems(py: Python<'_>) -> Bound<'_, PyBytes> {
    json(py, &handbook::system_views())
}

/// Returns every check as a JSON array.
#[pyfunction]
pub(crate) fn checks(py: Python<'_>) -> Bound<'_, PyBytes> {
    json(py, &handbook::check_views())
}

/// Computes one settlement from a JSON question.
#[pyfunction]
#[pyo3(signature = (question, houses=None))]
pub(crate) fn score<'py>(
    py: Python<'py>,
    question: &Bound<'py, PyAny>,
    houses: Option<&Bound<'py, Houses>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let question = Given::of(question)?;
    let houses = houses.map(|houses| houses.get().houses.clone()).unwrap_or_default();
    let answer = py.detach(|| caipan_auditor::score(question.bytes(), &houses));
    let answer = answer.map_err(|refusal| Class::Caipan.raised(py, *refusal))?;
    Ok(PyBytes::new(py, &answer))
}

/// Returns a value as JSON.
pub(crate) fn json<'py>(py: Python<'py>, value: &impl Serialize) -> Bound<'py, PyBytes> {
    // Strings and integers always serialise.
    PyBytes::new(py, &serde_json::to_vec(value).unwrap_or_default())
}
