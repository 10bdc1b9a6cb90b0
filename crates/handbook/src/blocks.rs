//! The blocks of check codes, each with its subject and with how to read its findings.

use caipan_tiles::text::Label;

/// A block of checks: those whose codes share the first two characters.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The first two characters of its codes.
    pub code: &'static str,
    /// The subject of its checks.
    pub name: Label,
    /// Advice for programs on reading a finding of this block.
    pub reading: Label,
    /// Advice for people who see it on a page.
    pub look: Label,
}

/// Returns the block that a code belongs to.
pub fn block(code: &str) -> Option<&'static Block> {
    BLOCKS.iter().find(|block| code.starts_with(block.code))
}

/// All blocks, ordered by code.
pub static BLOCKS: &[Block] = &[
    Block {
        code: "A0",
        name: Label::new("记录本身", "the log itself"),
        reading: Label::new(
            "`pointer` 指出文档中的位置；客户端写了数值时，`claimed` 是客户端的，`computed` 是裁判算出的。缺字段时 `pointer` 指向应有该字段的地方。",
            "`pointer` leads to the place in the document. Where the client wrote a value, `claimed` is the client's and \
             `computed` the referee's. Where a field is missing, `pointer` leads to where it belongs.",
        ),
        look: Label::new(
            "看记录里写了什么、缺了什么；补上缺的，就能多核几项。",
            "See what the log says and what it lacks. With the missing part more can be checked.",
        ),
    },
    Block {
        code: "A1",
        name: Label::new("牌墙、发牌与摸牌", "the wall, the deal and the draws"),
        reading: Label::new(
            "`event` 为空时说的是开局（牌墙或发牌），否则是那一次摸牌。`claimed` 是记录的牌或张数，`computed` 是牌墙或规则所定的。此后该座位的手牌存疑，由此而来的问题以 `because` 归到这里。",
            "Without `event` it is about the start of the hand (wall or deal), else about that draw. `claimed` is the tile or \
             number recorded, `computed` the one that wall or rules give. From here on the hand of `seat` is in doubt, and \
             trouble that comes of it points here with `because`.",
        ),
        look: Label::new(
            "看那一次摸牌或发牌，对照牌墙；后面的问题多半由它引起，先改这一处。",
            "Look at that draw or deal beside the wall. Later errors usually follow from it: correct this one first.",
        ),
    },
    Block {
        code: "A2",
        name: Label::new("打牌与放弃", "discards and passes"),
        reading: Label::new(
            "`event` 是打牌（或放弃）的事件，`seat` 是打牌的座位。复盘仍照记录打出这张牌，再看后面；手牌因此存疑时，后果以 `because` 归到这里。",
            "`event` is the discard or pass and `seat` who made it. The replay lets the tile lie as recorded and goes on; where \
             the hand is in doubt through it, consequences point here with `because`.",
        ),
        look: Label::new(
            "看那一手的牌桌：该谁打、手里有没有这张。",
            "Look at the table at that move: whose turn it was, and whether the tile was in the hand.",
        ),
    },
    Block {
        code: "A3",
        name: Label::new("吃与碰", "chows and pungs"),
        reading: Label::new(
            "`event` 是吃或碰的事件，`seat` 是要牌的座位。`clauses` 是不许的条文；`option` 若有，表示另一房规会允许。",
            "`event` is the claim and `seat` who made it. `clauses` say why it may not be; `option`, where present, names the \
             house rule another value of which would allow it.",
        ),
        look: Label::new(
            "看那一手的牌桌：谁打的、谁要的、凭哪几张要的。",
            "Look at the table at that move: who discarded, who claimed, and with which tiles.",
        ),
    },
    Block {
        code: "A4",
        name: Label::new("杠与翻牌", "kongs and what they turn up"),
        reading: Label::new(
            "`event` 是杠或翻牌的事件，`seat` 是开杠的座位。`claimed` 是翻出的牌或张数，`computed` 是牌墙、骰子与规则所定的。",
            "`event` is the kong or the turned tiles and `seat` the konger. `claimed` is what was turned up, `computed` what \
             wall, dice and rules give.",
        ),
        look: Label::new(
            "看开杠那一手：手里有几张、听没听牌、牌墙还够不够补。",
            "Look at the kong: how many tiles were in the hand, whether it was ready, and whether the wall had a replacement.",
        ),
    },
    Block {
        code: "A5",
        name: Label::new("胡牌与起手胡", "wins and initial wins"),
        reading: Label::new(
            "`event` 是胡牌的事件，`seat` 是胡家。句中写明差在哪里，`clauses` 是所依条文；为此付的钱作为后果以 `because` 归到这里，不另算过错。",
            "`event` is the win and `seat` the winner. The sentence says what is lacking, `clauses` on what it rests. What was \
             paid for it follows as a consequence with `because` and is no further fault.",
        ),
        look: Label::new(
            "看胡牌那一手和“最接近的牌型”：差哪张、哪里不许。为这把胡付的分跟着作废，不另算错。",
            "Look at the win and the closest winning hands: what is missing or not allowed. What was paid for it falls with it and is no further error.",
        ),
    },
    Block {
        code: "A6",
        name: Label::new("牌型、番数与鸟", "patterns, values and birds"),
        reading: Label::new(
            "`claimed` 是客户端写的牌型、番数或鸟，`computed` 是裁判算出的；`clauses` 逐个列出算出的牌型的条文。",
            "`claimed` is the pattern, value or birds of the client, `computed` the referee's; `clauses` has one for every \
             pattern computed.",
        ),
        look: Label::new(
            "左边是该算的牌型和番，划掉的是记录写的。",
            "On the left are the patterns and values that count; those of the record are struck out.",
        ),
    },
    Block {
        code: "A7",
        name: Label::new("输赢与得分", "payments and scores"),
        reading: Label::new(
            "`claimed` 是记录的点数，`computed` 是按条文算出的；`lines` 是有关的账目，每笔都写出算式、起因与条文。先看没有 `because` 的一条，其余是它的后果。",
            "`claimed` is what was recorded, `computed` what the clauses give; `lines` are the payments it is about, each with \
             its sum, cause and clause. Read the one without `because` first: the others follow from it.",
        ),
        look: Label::new(
            "看“算式”一栏：左边是该付的，划掉的是记的。先看根本的那一条，其余是它连带的。",
            "Read the sum: due on the left, recorded struck out. Read the root error first; the others follow from it.",
        ),
    },
    Block {
        code: "A8",
        name: Label::new("结局与轮庄", "how hands end and the course of the match"),
        reading: Label::new(
            "`claimed` 是记录的结局、胡家或庄家，`computed` 是由事件与条文得出的。前一局的结局有误时，轮庄的问题以 `because` 归到那一局。",
            "`claimed` is the outcome, winner or dealer recorded, `computed` the one that follows from the events and the \
             clauses. Where the hand before ended wrongly, a wrong dealer points to that finding with `because`.",
        ),
        look: Label::new(
            "看这一局怎么结束、谁胡的，再看下一局谁坐庄。上一局错了，庄家会跟着错。",
            "See how the hand ended and who won, then who deals next. A wrong ending makes the next dealer wrong too.",
        ),
    },
    Block {
        code: "A9",
        name: Label::new("行为", "conduct"),
        reading: Label::new(
            "`event` 是该行为的事件，`seat` 是当事人；扣分在该局的 `ledger` 里逐笔列出。",
            "`event` is the act and `seat` the actor; the `ledger` of the hand lists each penalty.",
        ),
        look: Label::new(
            "看是谁做的；罚的分在那一局的账里逐笔列着。",
            "See who did it. Penalties are listed one by one in the account of that hand.",
        ),
    },
];
