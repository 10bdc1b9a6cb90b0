"""The level that every question keeps to, and the correction of its p-values for the number of cases."""

from __future__ import annotations

import pandas as pd
from statsmodels.stats.multitest import multipletests

LEVEL = 0.01
"""The chance of a false alarm that each question keeps to."""


def corrected(table: pd.DataFrame, level: float = LEVEL) -> pd.DataFrame:
    """Add `p_holm` and `alarm` to a table with a column `p`, and sort it by `p`."""
    table = table.copy()
    if table.empty:
        return table.assign(p_holm=pd.Series(dtype=float), alarm=pd.Series(dtype=bool))
    reject, adjusted, _, _ = multipletests(table["p"].to_numpy(), alpha=level, method="holm")
    return table.assign(p_holm=adjusted, alarm=reject).sort_values("p", kind="stable").reset_index(drop=True)
