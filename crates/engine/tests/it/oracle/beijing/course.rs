//! Models dealers and floors over a match: BJ-2, BJ-6f.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(usize),
    Drawn,
    FalseWin(usize),
}

/// Dealer and floor before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub dealer: usize,
    pub upstairs: bool,
}

pub fn next(now: Standing, end: End) -> Standing {
    match end {
        End::Drawn => Standing { dealer: now.dealer, upstairs: true },
        End::FalseWin(_) => now,
        End::Won(winner) if winner == now.dealer => now,
        End::Won(_) => {
            let dealer = (now.dealer + 1) % 4;
            // North has dealt to the end when the deal returns to East.
            Standing { dealer, upstairs: now.upstairs && dealer != 0 }
        }
    }
}

/// R49 of the situations: E wins, E loses, S draws, S loses, W loses, N wins, N loses.
#[test]
fn follows_the_worked_example() {
    let ends = [End::Won(0), End::Won(2), End::Drawn, End::Won(3), End::Won(0), End::Won(3), End::Won(1)];
    let mut now = Standing { dealer: 0, upstairs: false };
    let mut seen = vec![(now.dealer, now.upstairs)];
    for end in ends {
        now = next(now, end);
        seen.push((now.dealer, now.upstairs));
    }
    let expected = [(0, false), (0, false), (1, false), (1, true), (2, true), (3, true), (3, true), (0, false)];
    assert_eq!(seen, expected);
}
