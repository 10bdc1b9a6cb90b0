// Draws a table and its side panel from the document of a step. Knows no rules; a test checks that the result equals
// the server's pages (src/web/board.rs and step.rs).

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element; skips attributes and children that are false or null. */
export function make(tag, attributes = {}, ...children) {
    const [name, ...classes] = tag.split('.');
    const element = name === 'svg' || name === 'use' ? document.createElementNS(SVG, name) : document.createElement(name);
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
    constructor({ words, sprite, tag, names, lang, openings }) {
        Object.assign(this, { words, sprite, tag, names, lang, openings });
    }

    say(key, number) {
        return number == null ? this.words[key] : count(this.words[key]).join(number);
    }

    tile(tile, { wild, bad, last } = {}) {
        const { words, sprite } = this;
        const called = (words[tile] ?? tile) + (wild ? words['is wild'] : '') + (bad ? words['is bad'] : '') + (last ? words['is last'] : '');
        return make(`svg.t${bad ? '.bad' : ''}${last ? '.last' : ''}`, { role: 'img', 'aria-label': called },
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

    link(id) {
        return make('a.word', { href: `/explain?word=${encodeURIComponent(id)}&lang=${this.tag}` }, id);
    }

    /** Renders the table of a hand; `marks`: wrong tiles; `view`: the seat at the bottom. */
    board(table, hand, marks, view) {
        Object.assign(this, { table, marks });
        return [this.hub(hand), ...this.names.map((_, seat) => this.seat(seat, view))];
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
            table.birds != null && group('birds', this.tiles(table.birds)),
            open && open.tiles && !this.inRiver(open.from)
                && group('open', parse(open.tiles).map((tile) => this.tile(tile, { ...this.look(tile), last: true, bad: this.badRiver(open.from) }))),
            table.kong && group('rob', one(table.kong.tile)));
    }

    seat(seat, view) {
        const place = this.table.places[seat];
        const bad = this.marks.some((mark) => mark.seat === seat);
        return make(`section.seat.p${this.side(view, seat)}${place.drawn ? '.turn' : ''}${bad ? '.bad' : ''}`, { 'data-seat': seat },
            this.plate(seat, place),
            make('div.rack', {}, this.hand(seat, place),
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
        const mark = (is, key) => (is ? [' ', make('em', {}, this.say(key))] : []);
        return make('h3.who', { title: this.say('seat', seat) },
            make('b', {}, this.say(`wind ${this.steps(dealer, seat)}`)), ' ', make('span.name', {}, this.names[seat]),
            mark(seat === dealer, 'is dealer'), mark(place.declared, `is ${place.declared}`), mark(place.left, 'is left'));
    }

    hand(seat, place) {
        const bad = this.marks.filter((mark) => mark.seat === seat).flatMap((mark) => parse(mark.hand ?? ''));
        const take = (list, tile) => { const at = list.indexOf(tile); if (at >= 0) list.splice(at, 1); return at >= 0; };
        const held = parse(place.hand);
        const apart = place.drawn && take(held, place.drawn) ? place.drawn : null;
        const drawn = apart && this.tile(apart, { ...this.look(apart), bad: take(bad, apart) });
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
        const side = meld.from == null ? 0 : { 3: 0, 2: 1 }[this.side(seat, meld.from)] ?? upright.length;
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
            return this.tile(tile, { ...this.look(tile), last: ends && open, bad: ends && this.badRiver(seat) });
        }))));
    }

    /** Renders the panel beside the table. `here`: the findings of the step, with heading key and mark. */
    panel({ table, step, event, next, here }) {
        this.table = table;
        return [
            make('section.event', {}, make('h2', {}, this.say('step', step)),
                make('p', {}, event ? this.prose(event[this.lang]) : this.say('deal'))),
            ...here.map(([found, key]) => this.found(found, key)),
            this.could(),
            this.waits(),
            next ? make('section.next', {}, make('h2', {}, this.say('next', step + 1)), make('p', {}, this.prose(next[this.lang])))
                : make('section.next', {}, make('p.quiet', {}, this.say('end'))),
        ];
    }

    found(found, key) {
        return make(`section.found.${found.kind}`, {},
            make('h2', {}, this.say(key)),
            make('p', {}, make('strong', {}, found.title[this.lang]), ' ', this.link(found.code)),
            make('p', {}, this.prose(found.message[this.lang])),
            found.clauses.length > 0 && make('p.quiet', {}, found.clauses.flatMap((id) => [this.link(id), ' '])));
    }

    could() {
        const { possible } = this.table;
        return make('section.could', {}, make('h2', {}, this.say('now')),
            possible.length === 0 && make('p.quiet', {}, this.say('nobody can')),
            [0, 1, 2, 3].filter((seat) => possible.some((can) => can.seat === seat)).map((seat) => {
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
            can.type === 'opening' && detail.split(' ').map((id) => this.openings?.[id]?.[this.lang] ?? id).join(this.say('comma')),
            can.type === 'chow' && this.tile(detail, { ...this.look(detail), last: true }),
            this.tiles(shown),
            can.value != null && make('small', {}, `(${can.value})`));
    }

    waits() {
        const { places } = this.table;
        const waiting = [0, 1, 2, 3].filter((seat) => places[seat].waits || places[seat].barred?.length);
        return make('section.waits', {}, make('h2', {}, this.say('waits')),
            waiting.length === 0 && make('p.quiet', {}, this.say('nobody waits')),
            waiting.map((seat) => make('div.row', {}, make('b', {}, this.names[seat]),
                make('span.acts', {}, places[seat].waits && this.kinds(places[seat].waits),
                    (places[seat].barred ?? []).map((barred) => this.barred(barred))))));
    }

    kinds(notation) {
        return parse(notation)?.length === 34 ? make('span.act', {}, this.say('any')) : this.tiles(notation);
    }

    barred({ tiles, by, from, clause, text }) {
        return make('span.barred', {}, this.kinds(tiles), ' ', this.say(`bar ${by}`),
            from?.length > 0 && ` (${this.say('from')} ${from.map((seat) => this.names[seat]).join(', ')})`,
            ': ', this.prose(text[this.lang]), ' ', this.link(clause));
    }
}
