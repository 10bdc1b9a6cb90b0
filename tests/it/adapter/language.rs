//! Tests the program language: jq and the functions of the prelude.

use super::gives;

#[test]
fn programs_are_jq() {
    for (program, input, given) in [
        (".a[1:] | map(. * 2)", "{\"a\":[1,2,3]}", "[4,6]"),
        ("to_entries | map(.key)", "{\"b\":1,\"a\":2}", "[\"b\",\"a\"]"),
        ("[.[] | select(. > 1)] | length", "[1,2,3]", "2"),
        ("group_by(.h) | map(map(.v) | add)", "[{\"h\":2,\"v\":1},{\"h\":1,\"v\":5},{\"h\":2,\"v\":4}]", "[5,5]"),
        (".a.b.c = 7 | .d += 1 | del(.e)", "{\"e\":1,\"d\":2}", "{\"d\":3,\"a\":{\"b\":{\"c\":7}}}"),
        (".[1] |= 9 | .[-1:]", "[1,2,3]", "[3]"),
        ("with_entries(.value += 1)", "{\"x\":1}", "{\"x\":2}"),
        ("[paths]", "{\"a\":[1]}", "[[\"a\"],[\"a\",0]]"),
        ("split(\"|\") | map(tonumber)", "\"3|-4|5\"", "[3,-4,5]"),
        ("map(tonumber)", "[\"088\",\"007\",\"-01\",\"0\",\"+5\",\"1.5\",\"1e3\",7]", "[88,7,-1,0,5,1.5,1000,7]"),
        ("[limit(2; .[])], first(.[]), last(.[])", "[7,8,9]", "[7,8] 7 9"),
        (".a // \"none\"", "{}", "\"none\""),
        ("\"\\(.a)-\\(.b)\"", "{\"a\":1,\"b\":\"x\"}", "\"1-x\""),
        ("[.[] | if . < 0 then \"-\" elif . == 0 then \"0\" else \"+\" end]", "[-1,0,2]", "[\"-\",\"0\",\"+\"]"),
        (". as [$a, {b: $c}] | $a + $c", "[1,{\"b\":2}]", "3"),
        ("try error(\"no\") catch .", "0", "\"no\""),
        ("(.a | fromjson) * 3", "{\"a\":\"5\"}", "15"),
        (".n", "{\"n\":18446744073709551615}", "18446744073709551615"),
        (".n * 2", "{\"n\":1.5}", "3"),
        ("[.[] | floor]", "[1.5,-1.5,2]", "[1,-2,2]"),
        ("flatten", "[[1,[2]],{\"a\":[3]},4]", "[1,2,{\"a\":[3]},4]"),
        ("indices(\", \"), index(\"b\")", "\"a, b, c\"", "[1,4] 3"),
        ("[.[] as $x | $x] | unique | sort | reverse", "[2,1,2]", "[2,1]"),
        ("has(\"a\"), contains({a: [1]}), any(.a[]; . == 1)", "{\"a\":[1,2]}", "true true true"),
        ("[foreach .[] as $x (0; . + $x)]", "[1,2,3]", "[1,3,6]"),
        ("def two(f): f, f; [two(.[0])]", "[5]", "[5,5]"),
        ("implode, (explode | length), ascii_downcase", "\"AB\"", ""),
    ] {
        match gives(program, input) {
            Ok(found) => assert_eq!(found, given, "{program}"),
            Err(error) => assert!(given.is_empty(), "{program}: {}", error.text.en),
        }
    }
}

#[test]
fn prelude_adds_log_functions() {
    for (program, input, given) in [
        ("map(tile)", "[\"W9\",0,17]", "[\"9m\",\"1p\",\"9s\"]"),
        ("tiles", "[\"W9\",0]", "\"9m1p\""),
        ("tiles", "\"W1W2, W3\"", "\"1m2m3m\""),
        ("act", "\"An\"", "\"kong:concealed\""),
        ("chunks(3)", "[1,2,3,4]", "[[1,2,3],[4]]"),
        ("turned(1)", "[1,2,3,4]", "[2,3,4,1]"),
        ("[.a | places(\"/a\")]", "{\"a\":[5,6]}", "[{\"at\":\"/a/0\",\"value\":5},{\"at\":\"/a/1\",\"value\":6}]"),
        ("event(\"out\" | act; 2; 0 | tile)", "0", "{\"type\":\"discard\",\"seat\":2,\"tile\":\"1p\"}"),
        ("event(\"kong:added\"; 1; \"5m\")", "0", "{\"type\":\"kong\",\"seat\":1,\"tile\":\"5m\",\"kind\":\"added\"}"),
        ("event(\"draw_game\"; 1; \"5m\")", "0", "{\"type\":\"draw_game\"}"),
        ("event(\"birds\"; 1; \"5m\")", "0", "{\"type\":\"birds\",\"tiles\":\"5m\"}"),
        ("event(\"pass:win\"; 3; null)", "0", "{\"type\":\"pass\",\"seat\":3,\"of\":\"win\"}"),
        ("event(\"seabed:take\"; 3; null)", "0", "{\"type\":\"seabed\",\"seat\":3,\"take\":true}"),
    ] {
        assert_eq!(gives(program, input).map_err(|error| error.text.en), Ok(given.to_owned()), "{program}");
    }
}

/// The kind of a kong follows from the last discard and the earlier pungs.
#[test]
fn kong_kinds_are_inferred() {
    let events = r#"[
        {"type":"discard","seat":0,"tile":"1m"}, {"type":"kong","seat":1,"tile":"1m"},
        {"type":"draw","seat":1,"tile":"2m"}, {"type":"kong","seat":1,"tile":"2m"},
        {"type":"draw","seat":1,"tile":"7s"}, {"type":"discard","seat":1,"tile":"3m"},
        {"type":"pung","seat":2,"tile":"3m"}, {"type":"discard","seat":2,"tile":"4m"},
        {"type":"draw","seat":3,"tile":"5m"}, {"type":"discard","seat":3,"tile":"5m"},
        {"type":"draw","seat":2,"tile":"3m"}, {"type":"kong","seat":2,"tile":"3m"},
        {"type":"kong","seat":2,"tile":"9s","kind":"concealed"} ]"#;
    let kinds = gives("kinds | map(.kind | values)", events).map_err(|error| error.text.en);
    assert_eq!(kinds, Ok("[\"exposed\",\"concealed\",\"added\",\"concealed\"]".to_owned()));
}
