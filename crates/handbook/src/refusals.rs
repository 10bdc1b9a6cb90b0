//! The reasons for which an input is refused, each with its fix. The code is the `reason` of a problem document and
//! appears beside a line of the command line.

use caipan_log::ReadError;
use caipan_tiles::text::{Label, Text};

/// A reason for which an input is refused.
#[derive(Debug)]
pub struct Refused {
    /// The code.
    pub code: &'static str,
    /// The problem, in a few words.
    pub title: Label,
    /// The fix, as an instruction.
    pub cure: Label,
    /// The page with more details, as a path from the root of the project.
    pub page: &'static str,
}

const ADAPTERS: &str = "docs/adapters.md";
const HOUSES: &str = "docs/houses.md";
const FORMAT: &str = "docs/log-format.md";
const OPERATIONS: &str = "docs/operations.md";

macro_rules! refusals {
    ($($page:ident { $($code:literal $zh:literal $en:literal => $cure:literal $cure_en:literal;)+ })+) => {
        /// Every reason except the format errors of `paipu/1`, grouped by the page that describes it.
        pub const REFUSALS: &[Refused] = &[$($(Refused {
            code: $code,
            title: Label::new($zh, $en),
            cure: Label::new($cure, $cure_en),
            page: $page,
        }),+),+];
    };
}

refusals! {
    ADAPTERS {
        "adapter-unreadable" "适配器不是所需的 TOML" "the adapter is not valid"
            => "照所指的行列改正；可用的键见适配器一页。" "Correct the line that is named; the page on adapters lists the keys.";
        "adapter-value" "适配器的一个值不能这样写" "a value of the adapter is not allowed"
            => "照所指的行列改正；句子里写明了可写什么。" "Correct the line that is named; the sentence lists the allowed values.";
        "adapter-name" "适配器的名字不合用" "the name of the adapter is not allowed"
            => "让文件中的 name 与地址一致，且不与内置格式或本服务的适配器重名。"
               "Use the `name` of the address, and not that of a built-in format or of an adapter of the service.";
        "adapter-too-long" "适配器过长" "the adapter is too long"
            => "核对是不是误给了牌谱；表格可用 * 与 .. 缩写。" "Check that the file is not a log; * and `..` shorten tables.";
        "program-syntax" "程序不是 jq" "the program is not valid jq"
            => "照所指的位置改正；整段程序放在 ''' 之间。" "Correct the position that is named; write the program between '''.";
        "program-undefined" "程序用了没有的过滤器" "the program calls an unknown filter"
            => "改成所提示的名字或参数个数；没有输入输出、时钟、正则和递归。"
               "Use the suggested name or number of arguments; there is no input or output, clock, regular expression or recursion.";
        "program-recursion" "程序里的过滤器调用自己" "a filter of the program calls itself"
            => "改用 reduce、foreach 或 range。" "Use reduce, foreach or range.";
        "program-too-long" "程序过长" "the program is too long"
            => "缩短，或在写日志前先由平台整理。" "Shorten it, or simplify the log on the platform first.";
        "program-limit" "程序超出步数、内存、层数或对局数的限额" "the program exceeds its steps, memory, depth or number of matches"
            => "对每一局重新遍历所有行的，改用一次 group_by；只遍历一次仍超出的，把日志拆小，同一场的行放在一起。"
               "If it rescans all rows for each hand, group them once with group_by; if one scan is too much, split the log between matches.";
        "program-failed" "程序处理这份日志时出错" "the program failed on this log"
            => "核对日志是否为适配器所写的格式（看所指的行与输入），或修改程序，如用 ? 或 // 处理缺少的字段。"
               "Check that the log has the format that the adapter reads, at the line that is named; or correct the program, with ? or // for fields that may be missing.";
        "program-refused" "程序或表拒绝了日志中的一个值" "the program or a table rejects a value of the log"
            => "照句子所说补全 [tiles] 或 [acts]，或更正日志；适配器不认识的从不猜测。"
               "Complete [tiles] or [acts] as the sentence says, or correct the log; an adapter never guesses.";
        "program-stopped" "程序运行到一半停下了" "the program stopped before its end"
            => "把程序拆短，并把样例发给维护者。" "Shorten the program, and send the sample to the maintainers.";
        "not-a-log" "适配器给出的不是合格的牌谱" "the adapter's output is not a valid log"
            => "句子写明了 paipu/1 中的位置与缘由，pointer 指回原文；请改程序或表。"
               "The sentence names the position in the paipu/1 and the reason; the pointer leads into the original. Correct the program or a table.";
        "no-match" "程序没有给出任何对局" "the program gives no match"
            => "核对文件，以及程序是否把所有内容都筛掉了。" "Check the file, and whether the program filters everything out.";
        "no-rules" "没有写明规则" "no rules are named"
            => "在适配器中写 rules = \"changsha-a\" 等，或由程序给出 rules。" "Write rules = \"changsha-a\" or another preset into the adapter, or let the program output `rules`.";
        "room-flag" "房间开关没有对应的选项" "a room flag has no meaning in the adapter"
            => "在适配器的 [options] 中写明这个开关或这个值：option、values、unmodelled 或 ignore。"
               "Map the flag, or its value, in `[options]` of the adapter: `option`, `values`, `unmodelled` or `ignore`.";
        "several-matches" "文件里有多场对局，而一次只收一场" "the file has several matches, but a request takes one"
            => "用 caipan convert 拆成每行一场，再用 POST /v1/logs:batch 一次发送。"
               "Split them with caipan convert, one match per line, and send them in one request to POST /v1/logs:batch.";
        "table-row" "表格中有一行读不了" "a row of a table cannot be read"
            => "照所指的行改正：格数与表头一致；格中有分隔符、换行或双引号的，用双引号括起，其中的双引号写两个。"
               "Correct the line that is named: as many cells as the header; quote cells with separators, line breaks or quotes, and write a quote inside twice.";
        "unknown-table" "没有适配器认得这张表格" "no adapter recognises this table"
            => "用 --adapter 指定适配器；还没有的，先用 caipan adapter new 起草一个。" "Name an adapter with --adapter, or draft one with caipan adapter new.";
        "not-importable" "第三方日志无法转换" "a third-party log cannot be translated"
            => "照所指的行改正或重新导出；格式见 docs/adapters.md。" "Correct the line that is named, or export the log again; docs/adapters.md describes the formats.";
    }
    HOUSES {
        "houses-unreadable" "房规文件不是所需的 TOML" "the file of house rules is not the expected TOML"
            => "每个预设写成 [presets.名字]，含 base、zh、en，可有 options。" "Each preset is [presets.NAME] with base, zh, en and perhaps options.";
        "houses-name" "预设的名字不合用" "the name of a preset is not allowed"
            => "用小写字母、数字和 -，不与内置规则或本服务的房规重名；zh 与 en 都要写。"
               "Use lower-case letters, digits and -, and no name of built-in rules or of house rules of the service; give it a name in both languages.";
        "houses-source" "预设的出处不合用" "the source of a preset is not allowed"
            => "source 要写 zh 与 en，各 1 到 200 个字符。" "`source` needs `zh` and `en`, each 1 to 200 characters.";
        "houses-unmodelled" "预设里不认识的规则不合用" "a rule that caipan does not know is not allowed in a preset"
            => "写 1 到 100 个字符的名字，或 { rule = 名字, touches = \"birds\" }，每条只写一次。"
               "Write a name of 1 to 100 characters, or { rule = NAME, touches = \"birds\" }, each once.";
        "houses-too-many" "预设过多" "there are too many presets"
            => "删去不用的，或拆成几个文件。" "Remove unused presets, or split the file.";
        "houses-too-long" "房规文件过长" "the file of house rules is too long"
            => "核对是不是误给了牌谱。" "Check whether you gave a log by mistake.";
        "unknown-system" "没有这个名字的规则" "no rules have this name"
            => "改用句子中列出的名字，或在房规文件中以此名写一个预设。" "Use one of the listed names, or define a preset of this name in a file of house rules.";
        "unknown-option" "规则没有这个选项" "the rules have no such option"
            => "改用句子中列出的选项；caipan explain 选项名 说明每一项。" "Use one of the listed options; caipan explain OPTION describes each.";
        "bad-option-value" "选项不能取这个值" "the option does not allow this value"
            => "写句子中列出的值之一。" "Use one of the listed values.";
        "wrong-players" "人数不合规则" "the rules are for another number of players"
            => "核对 start.seats，或改用这个人数的规则。" "Check start.seats, or choose rules for that number of players.";
        "option-conflict" "选项互相矛盾" "options contradict each other"
            => "改掉句子中指出的选项之一。" "Change one of the options that the sentence names.";
        "field-not-used" "写了规则不用的一项" "a field that the rules do not use"
            => "打开句子中指出的选项，或去掉这一项。" "Set the option that the sentence names, or remove the field.";
    }
    OPERATIONS {
        "unkeepable" "编号无法存入" "an id cannot be stored"
            => "缩短到 256 个字符以内，不含 U+0000。" "Shorten it to 256 characters, none of them U+0000.";
        "bad-request" "请求有误" "the request cannot be read"
            => "写法见 /docs/ 中此操作的示例。" "The operation under /docs/ shows an example.";
        "not-a-win" "不成胡" "not a winning hand"
            => "句子写明了依据的条文；可用 caipan explain 查看。" "The sentence names the clause; caipan explain shows it.";
        "unusable" "输入无法查看" "the input cannot be read"
            => "核对路径、权限与压缩格式。" "Check the path, its permissions and its compression.";
    }
}

/// The codes for which a document is refused as `paipu/1`. The error itself says what is wrong and where.
pub fn format_codes() -> &'static [&'static str] {
    ReadError::CODES
}

/// Returns code, problem, fix and page of a refusal. ASCII letter case is ignored.
pub fn refused(word: &str) -> Option<(&'static str, Text, Text, &'static str)> {
    let own = REFUSALS.iter().find(|refused| refused.code.eq_ignore_ascii_case(word));
    if let Some(Refused { code, title, cure, page }) = own {
        return Some((code, title.text(), cure.text(), page));
    }
    let code = format_codes().iter().find(|code| code.eq_ignore_ascii_case(word))?;
    let title = Label::new("牌谱不合 paipu/1 的格式", "the document is not as paipu/1 wants it");
    let cure = Label::new(
        "在所指的行列照句子改正；每个字段的写法见牌谱格式一页。",
        "Mend it at the line and column that are named, as the sentence says; the page on the format shows how each field is written.",
    );
    Some((code, title.text(), cure.text(), FORMAT))
}
