# What programs of adapters may call besides jaq's own filters. No recursion: loops run over what is there.

def null: [][0];
def isboolean: . == true or . == false;
def type:
  if . == null then "null" elif isboolean then "boolean" elif . < "" then "number"
  elif . < [] then "string" elif . < {} then "array" else "object" end;
def abs: if . < 0 then -. end;
def values: select(. != null);
def nulls: select(. == null);
def strings: select(type == "string");
def numbers: select(type == "number");
def arrays: select(type == "array");
def objects: select(type == "object");
def scalars: select(. < []);

def add(f): reduce f as $x (null; . + $x);
def add: add(.[]);
def keys: keys_unsorted | sort;
def min_by(f): reduce min_by_or_empty(f) as $x (null; $x);
def max_by(f): reduce max_by_or_empty(f) as $x (null; $x);
def min: min_by(.);
def max: max_by(.);
def unique_by(f): [group_by(f)[] | .[0]];
def unique: unique_by(.);
def split($by): . / $by;
def splits($by): split($by)[];
def in($xs): . as $x | $xs | has($x);
def index($x): indices($x)[0];
def rindex($x): indices($x)[-1];
def ascii: [.] | implode;
def count(f): reduce f as $x (0; . + 1);
def transpose: [range(0; [.[] | length] | max; 1) as $i | [.[][$i]]];

# A list in lists of so many: [1,2,3,4,5] in threes is [[1,2,3],[4,5]].
def chunks($n): . as $all | [range(0; $all | length; $n) as $i | $all[$i:$i + $n]];
# Each entry with where it stands, for "x": {"at": ...}: {at: "/actions/0", value: ...}
def places($path): key_values[] as [$key, $value] | {at: "\($path)/\($key)", value: $value};
# A list by seat, turned so that entry 0 is that of seat $first.
def turned($first): .[$first:] + .[:$first];
def inside_of($list): . - $list == [];
# One event of what the act table gave, "discard" or "kong:concealed": each key stands where events of the type have it.
# What is null is left out.
def event($act; $seat; $tile):
  ($act / ":") as [$type, $more]
  | {type: $type}
  + (if $seat == null or ([$type] | inside_of(["draw_game", "birds", "flip"])) then {} else {seat: $seat} end)
  + (if $tile == null or ([$type] | inside_of(["draw_game", "leave", "pass", "declare", "seabed", "opening", "mid_opening"])) then {}
     elif $type == "birds" or $type == "reveal" or $type == "exchange" then {tiles: $tile} else {tile: $tile} end)
  + (if $more == null then {}
     elif $type == "kong" then {kind: $more}
     elif $type == "pass" then {of: $more}
     elif $type == "declare" then {what: $more}
     elif $type == "draw" then {from: $more}
     elif $type == "seabed" then {take: ($more == "take")}
     else {} end);
# The kinds of kongs, where a log does not say them: of a discard that lies there it is exposed, upon an own pung added,
# otherwise concealed.
def kinds:
  reduce .[] as $e ({out: [], pungs: [], lies: null};
    [$e.seat, $e.tile] as $own
    | (if $e.type == "kong" and $e.kind == null
       then $e + {kind: (if .lies == $e.tile then "exposed" elif (.pungs | has_entry($own)) then "added" else "concealed" end)}
       else $e end) as $e
    | .out += [$e]
    | if $e.type == "discard" then .lies = $e.tile
      elif $e.type == "win" or $e.type == "pass" or $e.type == "declare" then .
      else .lies = null end
    | if $e.type == "pung" then .pungs += [$own] end)
  | .out;
