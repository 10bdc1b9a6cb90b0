//! Lines within a hand: converts each message to events.

use super::hand::OpenHand;
use super::lines::Line;
use super::players::{self, Deed, Printed, table};
use crate::import::Problem;
use crate::{Action, Dice, KongKind, Player};
use caipan_tiles::tile::{Seat, SeatMap, Tile, Tiles};

/// One line within a hand.
pub(super) struct Step<'a> {
    pub(super) line: &'a Line<'a>,
    pub(super) players: &'a [Player],
    pub(super) hand: &'a mut OpenHand,
}

impl<'a> Step<'a> {
    /// Adds the events of the line; a message that moves no tile adds none.
    pub(super) fn read(self, message: &str) -> Result<(), Problem> {
        self.hand.at(self.line.time());
        match message {
            "发牌完成" => {
                let table = table(self.line)?;
                let mut hands = SeatMap::<Vec<Tile>>::default();
                for seat in Seat::ALL {
                    hands[seat] = table[seat].hand()?;
                }
                self.hand.deal(hands);
            }
            "发庄家最后一张牌" => {
                let table = table(self.line)?;
                if let Some(dealer) = self.hand.deal_last(self.tile("庄家牌")?) {
                    self.hand.check(dealer, &table[dealer].hand()?)?;
                }
            }
            "小胡" => {
                let table = table(self.line)?;
                for seat in Seat::ALL {
                    self.hand.may_open(seat, &table[seat].openings());
                }
            }
            // The server prints late declarations too, but they have no effect.
            "玩家小胡" if self.line.get("房间状态") == Some("xiaohu action") => {
                let seat = self.seat_of(self.line.need("玩家id")?)?;
                self.hand.open(seat);
            }
            "玩家小胡完成" => self.hand.close_openings(),
            "玩家摸牌" => {
                let (seat, tile) = (self.current()?, self.tile("当前牌")?);
                self.hand.draw(seat, tile);
            }
            "玩家打牌" => {
                let (seat, tile) = (self.current()?, self.tile("打的牌")?);
                self.hand.discard(seat, tile)?;
                self.hand.check(seat, &self.tiles("玩家当前牌")?)?;
            }
            "等候玩家操作" => {
                self.hand.offer();
                if self.line.get("牌的索引") == Some("海底牌") && self.hand.seabed.is_some() {
                    let tile = self.tile("当前牌")?;
                    self.hand.see_seabed(tile);
                }
            }
            "玩家操作" => self.answer()?,
            "玩家吃" | "玩家碰" | "玩家补" | "玩家杠" => self.meld(message)?,
            "玩家杠后摸牌" => {
                let (seat, tiles) = (self.current()?, self.tiles("当前牌")?);
                self.hand.push(Action::Reveal { seat, tiles });
            }
            "海底轮询 回答" => {
                let (_, seat) = self.printed("请求玩家")?;
                let take = self.line.need("答案")?;
                let take: bool = take.parse().map_err(|_| Problem::unreadable("答案", take))?;
                self.hand.seabed = take.then_some(seat);
                self.hand.push(Action::Seabed { seat, take });
            }
            "没牌了" => self.hand.push(Action::DrawGame),
            "玩家准备胡" => {
                let winners = players::seats(self.line.need("胡的玩家")?);
                let seats = winners.iter().map(|winner| self.seat_of(winner.id)).collect::<Result<Vec<_>, _>>()?;
                let tile = self.tile("当前牌")?;
                self.hand.win(&seats, tile);
            }
            "抓鸟中" => {
                let tiles = self.tiles("鸟牌")?;
                self.hand.push(Action::Birds { tiles, fly: None });
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(self) -> Result<(), Problem> {
        let (printed, seat) = self.printed("请求玩家")?;
        let target = self.tile("目标卡牌")?;
        let index = self.line.get("目标卡牌索引").and_then(|index| index.parse().ok()).unwrap_or(0);
        let Some(answer) = printed.answered().pop() else { return Err(Problem::Missing { key: "当前的操作" }) };
        self.hand.answer(seat, answer.deed, target, &printed.offered(index));
        Ok(())
    }

    /// Adds an executed chow, pung or kong. The line names all the tiles that it takes.
    fn meld(self, message: &str) -> Result<(), Problem> {
        let (printed, seat) = self.printed("玩家")?;
        let (own, action) = match message {
            "玩家吃" => {
                let meld = self.tiles("吃完的牌")?;
                let own = printed.named(Deed::Chow)?;
                let mut claimed = meld.clone();
                for tile in &own {
                    claimed.iter().position(|other| other == tile).map(|at| claimed.remove(at));
                }
                let (&[low, high], &[tile]) = (own.as_slice(), claimed.as_slice()) else {
                    return Err(Problem::unreadable("吃完的牌", &Tiles(meld).to_string()));
                };
                (own.clone(), Action::Chow { seat, tile, with: [low, high] })
            }
            "玩家碰" => {
                let meld = self.tiles("碰完的牌")?;
                let &[tile, second, third] = meld.as_slice() else {
                    return Err(Problem::unreadable("碰完的牌", &Tiles(meld).to_string()));
                };
                (vec![second, third], Action::Pung { seat, tile })
            }
            message => {
                let &[tile] = printed.named(Deed::Kong)?.as_slice() else {
                    return Err(Problem::Missing { key: "当前的操作" });
                };
                let key = if message == "玩家补" { "补的类型" } else { "杠的类型" };
                let (kind, from_hand) = match self.line.need(key)? {
                    "3张直接杠" => (KongKind::Exposed, 3),
                    "暗杠" => (KongKind::Concealed, 4),
                    "底牌杠" => (KongKind::Added, 1),
                    // The fourth tile was turned up after a dice kong and never was in the hand.
                    "杠补杠" => (KongKind::Added, 0),
                    other => return Err(Problem::unreadable(key, other)),
                };
                // A 开杠 (玩家杠) is a dice kong, though this server logs no faces.
                let dice = if message == "玩家补" { None } else { Dice::new(&[]) };
                (vec![tile; from_hand], Action::Kong { seat, tile, kind, dice })
            }
        };
        self.hand.meld(seat, &own, action)?;
        self.hand.check(seat, &printed.hand()?)
    }

    fn printed(&self, key: &'static str) -> Result<(Printed<'a>, Seat), Problem> {
        let text = self.line.need(key)?;
        let printed = players::seats(text).first().copied().ok_or_else(|| Problem::unreadable(key, text))?;
        Ok((printed, self.seat_of(printed.id)?))
    }

    /// Returns the seat whose turn it is.
    fn current(&self) -> Result<Seat, Problem> {
        self.seat_of(self.line.need("当前玩家")?)
    }

    fn seat_of(&self, id: &str) -> Result<Seat, Problem> {
        let at = Seat::ALL.into_iter().zip(self.players).find(|(_, player)| player.id == id);
        at.map(|(seat, _)| seat).ok_or_else(|| Problem::Stranger { id: id.chars().take(40).collect() })
    }

    fn tiles(&self, key: &'static str) -> Result<Vec<Tile>, Problem> {
        let text = self.line.need(key)?;
        players::tiles(text).ok_or_else(|| Problem::unreadable(key, text))
    }

    /// Returns the first tile under a key.
    fn tile(&self, key: &'static str) -> Result<Tile, Problem> {
        self.tiles(key)?.first().copied().ok_or(Problem::Missing { key })
    }
}
