// Draws a table and its side panel from the document of a step. Knows no rules; a test checks that the result equals
// the server's pages (board.rs and step.rs).

const SVG = 'http://www.w3.org/2000/svg';
const DRAWN = ['svg', 'use', 'path', 'defs', 'marker'];

/** Makes an element; skips attributes and children that are false or null. */
export function make(tag, attributes = {}, ...children) {
    const [name, ...classes] = tag.split('.');
    const element = DRAWN.includes(name) ? document.createElementNS(SVG, name) : document.createElement(name);
    const all = classes.filter(Boolean);
    if (all.length) element.setAttribute('class', all.join(' '));
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== false && value != null) element.setAttribute(key, value);
    }
    element.append(...children.flat(3).filter((child) => child !== false && child != null));
    return element;
}

/** Parses `123m5z` to `['1m', '2m', '3m', '5z']`; returns null if it is not notation. */
export function parse(notation) {
    if (!/^(?:[1-9]+[mps]|[1-7]+z|[1-8]+f)*$/.test(notation)) return null;
    return [...notation.matchAll(/([1-9]+)([mpszf])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));
}

const count = (text) => text.split('{}');

export class Drawing {
    /** `words`: the texts of the page's language; `sprite`: the address of the tiles; `names`: player names by seat. */
    constructor({ words, sprite, tag, names, lang, openings, offline }) {
        Object.assign(this, { words, sprite, tag, names, lang, openings, offline });
    }

    say(key, number) {
        return number == null ? this.words[key] : count(this.words[key]).join(number);
    }

    tile(tile, { wild, bad, last, took, thrown } = {}) {
        const { words, sprite } = this;
        const called = (words[tile] ?? tile) + (wild ? words['is wild'] : '') + (bad ? words['is bad'] : '') + (thrown ? words['is thrown'] : '') + (last ? words['is last'] : '') + (took ? words['is took'] : '');
        return make(`svg.t${bad ? '.bad' : ''}${last || took ? '.last' : ''}${thrown ? '.thrown' : ''}`, { role: 'img', 'aria-label': called },
            make('use', { href: `${sprite}#${tile}` }), wild && make('use', { href: `${sprite}#w1` }));
    }

    back() {
        return make('svg.t', { role: 'img', 'aria-label': this.words['face down'] }, make('use', { href: `${this.sprite}#b` }));
    }

    look(tile) {
        return { wild: this.table.wild === tile };
    }

    tiles(notation, plain) {
        const all = parse(notation);
        return all ? make(`span.tiles${all.length > 14 ? '.many' : ''}`, {}, all.map((tile) => this.tile(tile, plain ? {} : this.look(tile)))) : notation;
    }

    /** Renders a sentence and draws its notation. */
    prose(text) {
        return text.split('`').map((part, at) => (at % 2 ? make('code', {}, part) : this.drawn(part)));
    }

    drawn(text) {
        const out = [];
        const parts = text.match(/[\w\-.\/#]+|[^\w\-.\/#]+/g) ?? [];
        let skip = '';
        for (const part of parts) {
            const found = /[\w]/.test(part) && !part.includes('_') && parse(part);
            if (found?.length) {
                out.push(this.tiles(part, true));
                skip = found.length === 1 ? ` ${this.words[`zh ${found[0]}`] ?? this.words[found[0]]}` : '';
                continue;
            }
            out.push(skip && part.startsWith(skip) ? part.slice(skip.length) : part);
            skip = '';
        }
        return out;
    }

    /** Renders a link to the explanation of a check or clause under a word. */
    about(id, key) {
        return make('a.about', { href: !this.offline && `/explain?word=${encodeURIComponent(id)}&lang=${this.tag}` }, this.say(key));
    }

    /** Formats points with their sign. */
    signed(points) {
        return points > 0 ? `+${points}` : String(points).replace('-', '−');
    }

    /**
     * Renders the table of a hand; `marks`: wrong tiles; `view`: the seat at the bottom; `hidden`: covers the others;
     * `done`, `next`: the moves around the table; `won`: the seat that won.
     */
    board({ table, hand, marks, view, hidden, points, due, won, done, next }) {
        Object.assign(this, { table, marks, view, hidden, points, due, won });
        const path = this.arrow(done, next);
        const head = path && make('marker', { id: 'head', viewBox: '0 0 10 10', refX: 7, refY: 5, markerWidth: 4, markerHeight: 4, orient: 'auto' }, make('path', { d: 'M0 0L10 5L0 10Z' }));
        return [this.hub(hand), ...this.names.map((_, seat) => this.seat(seat, view)),
            path && make('svg.over', { viewBox: '-5000 -5000 10000 10000', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' },
                make('defs', {}, head), make('path.line', { d: path, 'marker-end': 'url(#head)' }))].filter(Boolean);
    }

    /** Returns the path from the last discard to the hand that claims it, or null. The sizes are those of the style sheet. */
    arrow(done, next) {
        const { open, places } = this.table;
        const claim = !this.hidden && ['win', 'pung', 'chow', 'kong'].includes(next?.type) ? next : done?.type === 'win' && done;
        if (!open || !claim || claim.seat == null || claim.seat === open.from || !this.inRiver(open.from)) return null;
        const end = parse(places[open.from].river).length - 1;
        const [row, column] = [Math.floor(end / 6), end % 6];
        const tile = row < 3 ? 410 : row === 3 ? 320 : 250;
        const half = (number) => Math.trunc(number);
        const along = column * (tile + 25) - 3 * tile - 62 + half(tile / 2);
        const out = (edge) => edge + row * (half(tile * 4 / 3) + 25) + half(tile * 2 / 3);
        const [tileX, tileY] = [
            [along, out(650)], [out(1370), -along], [along, -out(650)], [-out(1370), along],
        ][this.side(this.view, open.from)];
        const [toX, toY] = [[2200, 2400], [4340, -1700], [1600, -2450], [-4340, 1700]][this.side(this.view, claim.seat)];
        // Begins beside the tile, which stays visible.
        const [x, y] = [tileX + half((toX - tileX) / 8), tileY + half((toY - tileY) / 8)];
        return `M${x} ${y}Q${half((x + toX) / 2) + half((toY - y) / 6)} ${half((y + toY) / 2) - half((toX - x) / 6)} ${toX} ${toY}`;
    }

    /** Returns how many tiles wide the hand of a seat is with its melds, at least 14. */
    width({ hand, unknown, laid }) {
        const melds = laid.map(({ kind, tiles, claimed }) => 10 * (parse(tiles).length - (kind === 'added' && claimed ? 1 : 0)) + (claimed ? 7 : 3));
        return Math.max(14, Math.ceil((10 * (parse(hand).length + unknown) + 4 + melds.reduce((sum, one) => sum + one, 0)) / 10));
    }

    inRiver(from) {
        const { open, places } = this.table;
        const lying = open && open.from === from ? parse(open.tiles) : null;
        const river = parse(places[from].river);
        return Boolean(lying?.length) && river.slice(-lying.length).join() === lying.join();
    }

    badRiver(seat) {
        return this.marks.some((mark) => mark.river === seat);
    }

    hub(hand) {
        const { table } = this;
        const one = (tile) => this.tile(tile, this.look(tile));
        const group = (key, what) => make('span.kept', {}, make('small', {}, this.say(key)), ' ', what);
        const { open } = table;
        return make('div.hub', {},
            make('b', {}, this.say('hand n', hand + 1)),
            group('left', String(table.left)),
            table.indicator && group('indicator', one(table.indicator)),
            table.wild && group('wild', one(table.wild)),
            table.flip && group('flip', one(table.flip)),
            table.rolls && group('rolls', this.tiles(table.rolls)),
            table.birds != null && group('birds', this.tiles(table.birds)),
            table.fly != null && group('fly', this.tiles(table.fly)),
            open && open.tiles && !this.inRiver(open.from)
                && group('open', parse(open.tiles).map((tile) => this.tile(tile, { ...this.look(tile), last: true, bad: this.badRiver(open.from) }))),
            table.kong && group('rob', one(table.kong.tile)));
    }

    seat(seat, view) {
        const place = this.table.places[seat];
        const bad = this.marks.some((mark) => mark.seat === seat);
        return make(`section.seat.p${this.side(view, seat)}${place.drawn ? '.turn' : ''}${bad ? '.bad' : ''}`, { 'data-seat': seat },
            this.plate(seat, place),
            make('div.rack', { 'data-k': this.width(place) }, this.hand(seat, place),
                place.laid.length > 0 && make('div.melds', {}, place.laid.map((meld, n) => this.meld(seat, n, meld, place)))),
            this.river(seat, place));
    }

    /** Returns the number of steps from one seat to another. */
    steps(from, to) {
        return (to - from + this.names.length) % this.names.length;
    }

    /** Returns 1 for right, 2 for across, 3 for left. Three players: next right, previous left. Two players: across. */
    side(of, seat) {
        const steps = this.steps(of, seat);
        return { 3: [0, 1, 3], 2: [0, 2] }[this.names.length]?.[steps] ?? steps;
    }

    plate(seat, place) {
        const { dealer } = this.table;
        const mark = (is, key, number) => (is ? [' ', make('em', {}, this.say(key, number))] : []);
        const staked = ['piao', 'gu_mai', 'holdings'].map((key) => mark(place[key] != null, `is ${key}`, place[key]));
        const declared = !place.lack || !place.declared?.startsWith('void_') ? place.declared : null;
        return make(`h3.who${seat === dealer ? '.deals' : ''}`, { title: this.say('seat', seat) },
            make('b', {}, this.say(`wind ${this.steps(dealer, seat)}`)[0]), ' ', make('span.name', {}, this.names[seat]),
            this.points && [' ', make('span.points', { title: this.say('points') }, this.total(seat))],
            mark(seat === dealer, 'is dealer'), staked, mark(place.lack, `is void_${place.lack}`),
            mark(declared, `is ${declared}`), mark(place.left, 'is left'));
    }

    /** Returns the points of a seat; those that are wrong are struck out. */
    total(seat) {
        const [points, due] = [this.points, this.due || this.points].map((list) => list[seat]);
        if (points === due) return this.signed(points);
        return [make('del', {}, this.signed(points)), ' ', make('ins', {}, this.signed(due))];
    }

    covered({ hand, unknown, drawn }) {
        const held = parse(hand).length + unknown;
        const apart = drawn && held ? 1 : 0;
        return [make('div.hand', {}, Array.from({ length: held - apart }, () => this.back())), apart > 0 && make('div.drawn', {}, this.back())];
    }

    sees(seat) {
        return !this.hidden || seat === this.view;
    }

    hand(seat, place) {
        if (!this.sees(seat)) return this.covered(place);
        const bad = this.marks.filter((mark) => mark.seat === seat).flatMap((mark) => parse(mark.hand ?? ''));
        const take = (list, tile) => { const at = list.indexOf(tile); if (at >= 0) list.splice(at, 1); return at >= 0; };
        const held = parse(place.hand);
        const apart = place.drawn && take(held, place.drawn) ? place.drawn : null;
        const drawn = apart && this.tile(apart, { ...this.look(apart), bad: take(bad, apart), took: this.won === seat });
        return [
            make('div.hand', {}, held.map((tile) => this.tile(tile, { ...this.look(tile), bad: take(bad, tile) })),
                Array.from({ length: place.unknown }, () => this.back())),
            drawn && make('div.drawn', {}, drawn),
        ];
    }

    meld(seat, n, meld, place) {
        const bad = place.laid.length === n + 1 && this.marks.some((mark) => mark.seat === seat && mark.meld);
        const draw = (tile) => this.tile(tile, { ...this.look(tile), bad });
        const upright = parse(meld.tiles);
        const at = meld.claimed ? upright.indexOf(meld.claimed) : -1;
        let across = null;
        if (at >= 0) {
            upright.splice(at, 1);
            const stacked = meld.kind === 'added' && upright.pop();
            across = make('span.across', {}, draw(meld.claimed), stacked && draw(meld.claimed));
        }
        // The seat across lies upright, so its sides are exchanged.
        const sides = this.side(this.view, seat) === 2 ? { 1: 0, 2: 1 } : { 3: 0, 2: 1 };
        const side = meld.from == null ? 0 : sides[this.side(seat, meld.from)] ?? upright.length;
        const lying = upright.map((tile, at) => (meld.kind === 'concealed' && (at === 0 || at === 3) ? this.back() : draw(tile)));
        if (across) lying.splice(Math.min(side, lying.length), 0, across);
        return make('div.meld', {}, lying);
    }

    river(seat, place) {
        const river = parse(place.river);
        const open = this.inRiver(seat);
        const rows = [];
        for (let at = 0; at < river.length; at += 6) rows.push(river.slice(at, at + 6));
        return make('div.river', {}, rows.map((row, n) => make('div', {}, row.map((tile, at) => {
            const ends = n * 6 + at === river.length - 1;
            const thrown = place.river_drawn?.includes(n * 6 + at);
            return this.tile(tile, { ...this.look(tile), last: ends && open, bad: ends && this.badRiver(seat), thrown });
        }))));
    }

    /** Renders the panel beside the table. `here`: the findings of the step, with heading key and mark. */
    panel({ table, step, done, next, here }) {
        this.table = table;
        const own = done && done.seat === this.view;
        return [
            make(`section.event${done?.type === 'draw' ? '.draw' : ''}${own ? '.own' : ''}`, {}, make('h2', {}, this.say('step', step)),
                make('p', {}, done ? this.prose(done.event[this.lang]) : this.say('deal'))),
            ...here.map(([found, place]) => this.found(found, place)),
            this.could(next),
            this.waits(),
            !this.hidden && next && make('section.next', {}, make('h2', {}, this.say('next', step + 1)), make('p', {}, this.prose(next.event[this.lang]))),
        ].filter(Boolean);
    }

    found(found, place) {
        return make(`section.found.${found.kind}`, {},
            make('h2', {}, this.say(`${found.kind === 'fault' ? 'bad' : 'odd'} ${place}`)),
            make('p', {}, make('strong', {}, found.title[this.lang])),
            !this.hidden && make('p', {}, this.prose(found.message[this.lang])),
            make('p.quiet', {}, this.about(found.code, 'about'), found.clauses.flatMap((id) => [' · ', this.about(id, 'clause')])));
    }

    could(next) {
        const { possible } = this.table;
        return make('section.could', {}, make('h2', {}, this.say('now')),
            possible.length === 0 && make('p.quiet', {}, this.say(next ? 'nobody acts' : 'nobody can')),
            possible.length > 0 && !possible.some((can) => this.sees(can.seat)) && make('p.quiet', {}, this.say('not now')),
            this.table.places.map((_, seat) => seat).filter((seat) => this.sees(seat) && possible.some((can) => can.seat === seat)).map((seat) => {
                const own = possible.filter((can) => can.seat === seat);
                return make('div.row', {}, make('b', {}, this.names[seat]),
                    make('span.acts', {}, own.map((can) => this.act(can, own))));
            }));
    }

    act(can, own) {
        const detail = can.detail ?? '';
        const discards = own.filter((other) => other.type === 'discard');
        if (can.type === 'discard' && discards[0] !== can) return null;
        const key = ['kong', 'declare', 'seabed'].includes(can.type) ? `${can.type} ${detail}` : can.type;
        const shown = can.type === 'discard' ? discards.map((other) => other.tiles).join('') : can.tiles ?? '';
        return make(`span.act.${can.type}`, {}, this.say(key) ?? '',
            ['opening', 'mid_opening'].includes(can.type) && detail.split(' ').map((id) => this.openings?.[id]?.[this.lang] ?? id).join(this.say('comma')),
            can.type === 'chow' && this.tile(detail, { ...this.look(detail), last: true }),
            this.tiles(shown),
            can.value != null && make('small', {}, `(${can.value})`));
    }

    waits() {
        const { places } = this.table;
        const waiting = places.map((_, seat) => seat).filter((seat) => this.sees(seat) && (places[seat].waits || places[seat].barred?.length));
        return make('section.waits', {}, make('h2', {}, this.say('waits')),
            waiting.length === 0 && make('p.quiet', {}, this.say('nobody waits')),
            waiting.map((seat) => make('div.row', {}, make('b', {}, this.names[seat]),
                make('ul', {}, groups(places[seat]).map((group) => this.group(places[seat], group))))));
    }

    group(place, group) {
        const status = this.status(group);
        const reasons = group.bars.filter((bar, at) => group.bars.findIndex((other) => this.same(other, bar)) === at);
        return [
            group.tiles.length === 34 ? make('li', {}, this.say('any'), ' ', status.cloneNode(true))
                : group.tiles.map((tile) => make('li', {}, this.tiles(tile), ' ',
                    place.unseen?.[tile] != null && [make('small', {}, this.say('unseen', place.unseen[tile])), ' '],
                    status.cloneNode(true))),
            reasons.map(({ text, clause }) => make('li.reason', {}, this.prose(text[this.lang]), ' ', this.about(clause, 'clause'))),
        ];
    }

    same(one, other) {
        return one.text.zh === other.text.zh && one.text.en === other.text.en;
    }

    status({ wins, bars }) {
        const said = () => {
            if (bars.length === 0) return [this.say('may win')];
            if (!wins && bars.every(({ by }) => by !== 'now')) return [this.say('no win')];
            return bars.map((bar) => this.bar(bar)).filter((word, at, all) => word !== all[at - 1]);
        };
        return make(`span.may${wins ? '' : '.no'}`, {}, said().join(this.say('comma')));
    }

    bar({ by, from }) {
        if (!from?.length) return this.say(`bar ${by}`);
        return this.say('bar discard of', from.map((seat) => this.names[seat]).join(this.say('comma')));
    }
}

/** Groups consecutive tiles of a seat that may or may not be won on for the same reasons. */
function groups({ waits, barred = [] }) {
    const winning = parse(waits);
    const among = barred.map(({ tiles }) => parse(tiles));
    const place = (tile) => 'mpszf'.indexOf(tile[1]) * 10 + Number(tile[0]);
    const kinds = [...new Set([...winning, ...among.flat()])].sort((a, b) => place(a) - place(b));
    const found = [];
    for (const tile of kinds) {
        const wins = winning.includes(tile);
        const bars = barred.filter((_, at) => among[at].includes(tile));
        const last = found.at(-1);
        const alike = last && last.wins === wins && last.bars.length === bars.length && bars.every((bar, at) => bar === last.bars[at]);
        if (alike) last.tiles.push(tile);
        else found.push({ tiles: [tile], wins, bars });
    }
    return found;
}
