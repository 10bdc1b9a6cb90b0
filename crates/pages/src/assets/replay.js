// Steps through a hand: applies the changes of each step, and draws the table, the panel and the list of moves. Where a
// hand comes from and where a step is found belong to the page (board.js) or the file (saved.js).
import { Drawing, make } from './draw.js';
import { gestures } from './gestures.js';

/** Applies a JSON merge patch; an object in place of an array changes the array's elements by index. */
export function apply(document, change) {
    for (const [key, value] of Object.entries(change)) {
        const old = document[key];
        if (value === null) delete document[key];
        else if (typeof value === 'object' && !Array.isArray(value) && old && typeof old === 'object') apply(old, value);
        else document[key] = structuredClone(value);
    }
}

/** Returns the hand of a document with the table of every step. */
function unpacked({ first, steps, findings, names: openings, hand }, words) {
    const tables = [first];
    for (const { change } of steps) {
        const table = structuredClone(tables.at(-1));
        apply(table, change);
        tables.push(table);
    }
    return { tables, steps, findings, number: hand, drawing: new Drawing({ ...words, openings }) };
}

/**
 * Makes the markup of a replay move. `load`: fetches the document of the hand; `address(step, look, tag)`: where a step
 * is found; `moved(address)`: called after each step. Returns functions to show a step and to stop.
 */
export function replay(play, { load: fetched, address: placed, moved, offline = false }) {
    const { words, lang, tag, tiles: sprite } = play.dataset;
    const get = (id) => document.getElementById(id);
    const said = JSON.parse(words);
    const names = JSON.parse(play.dataset.names);
    const points = play.dataset.points ? JSON.parse(play.dataset.points) : null;
    const problems = JSON.parse(play.dataset.problems);
    const stopped = new AbortController();
    let step = Number(play.dataset.step);
    let view = Number(play.dataset.seat);
    let hidden = play.classList.contains('hide');
    let timer = null;
    let hand = null;

    const load = () => (hand ??= fetched().then((found) => unpacked(found, { words: said, sprite, tag, names, lang, offline })));
    const address = (to, language = tag, other = undefined) => placed(to, { view, hidden }, language, other);
    const before = ([one, at], [other, to]) => one < other || (one === other && at < to);

    function point(id, to, last) {
        const link = get(id);
        if (to < 0 || to > last) {
            link.removeAttribute('href');
            link.setAttribute('aria-disabled', 'true');
        } else {
            link.href = address(to);
            link.removeAttribute('aria-disabled');
        }
    }

    /** Marks the current move in the list and scrolls the list, not the page, to it. */
    function list() {
        const box = get('moves').parentElement;
        for (const link of get('moves').querySelectorAll('a')) {
            const item = link.parentElement;
            const now = Number(link.dataset.step) === step && item.querySelector('.n').textContent !== '';
            item.classList.toggle('now', now);
            item.classList.toggle('own', Number(item.dataset.seat ?? -1) === view);
            if (now) link.setAttribute('aria-current', 'step');
            else link.removeAttribute('aria-current');
            link.setAttribute('href', address(link.dataset.step));
            if (now) box.scrollTop = item.offsetTop - box.clientHeight / 2;
        }
    }

    async function show(wanted) {
        // Keys can be faster than the first answer; each counts.
        step = Math.max(0, Math.min(Number(get('slider').max), wanted));
        let loaded;
        try {
            loaded = await load();
        } catch {
            // Without the hand, load the page of the wanted step.
            location.href = address(step);
            return;
        }
        const { tables, steps, findings, number, drawing } = loaded;
        const last = tables.length - 1;
        const here = findings.flatMap((found) => {
            if (found.acts && found.step === step) return [[found, 'next', found.before]];
            if (found.acts && found.step + 1 === step) return [[found, 'done', found.after]];
            return !found.acts && found.step === step ? [[found, 'hand', found.before]] : [];
        });
        const marks = here.filter(([{ kind }]) => kind === 'fault' || kind === 'variant').map(([, , mark]) => mark);
        const table = tables[step];
        const ended = steps.slice(0, step).findLast(({ type }) => type !== 'birds' && type !== 'flip');
        close();
        get('board').replaceChildren(...drawing.board({ table, hand: number, marks, view, hidden, points: points?.[step === last ? 1 : 0], due: step === last && points?.[2], won: ended?.type === 'win' ? ended.seat : null, done: steps[step - 1], next: steps[step] }));
        get('panel').replaceChildren(...drawing.panel({ table, step, done: steps[step - 1], next: steps[step], here }));
        get('wall')?.querySelector('.tiles')?.replaceWith(drawing.tiles(table.wall ?? ''));
        get('digest').textContent = table.digest;
        if (get('settled')) get('settled').hidden = step !== last;
        play.classList.toggle('hide', hidden);
        get('hide').classList.toggle('on', hidden);
        get('count').textContent = step;
        get('slider').value = step;
        get('slider').setAttribute('aria-valuetext', drawing.say('step', step));
        get('done').setAttribute('width', step);
        point('first', step > 0 ? 0 : -1, last);
        point('prev', step - 1, last);
        point('next', step + 1, last);
        point('last', step < last ? last : -1, last);
        if (get('fault')) {
            const [of, at] = problems.find((problem) => before([number, step], problem)) ?? problems[0];
            get('fault').href = address(at, tag, of);
            const shown = problems.findIndex(([of, at]) => of === number && (at === step || at + 1 === step));
            get('problem').textContent = shown < 0 ? drawing.say('problems', problems.length) : drawing.say('problem', `${shown + 1} / ${problems.length}`);
        }
        if (get('if')) get('if').href = play.dataset.if + Math.max(1, step);
        // An address within the page has no language of its own.
        if (get('other') && !address(step).startsWith('#')) get('other').href = address(step, get('other').hreflang);
        list();
        moved(address(step), step);
        if (step === last) pause();
    }

    /** Goes to the next or the previous problem of the match, in this hand or another. */
    const jump = async (direction) => {
        const { number } = await load();
        const here = [number, step];
        const to = direction > 0 ? problems.find((problem) => before(here, problem)) ?? problems[0]
            : problems.findLast((problem) => before(problem, here)) ?? problems.at(-1);
        if (!to) return;
        if (to[0] === number) await show(to[1]);
        else location.href = address(to[1], tag, to[0]);
    };

    function pause() {
        clearInterval(timer);
        timer = null;
        draw('play');
    }

    const start = () => { timer = setInterval(() => show(step + 1), 1000 / Number(get('speed').value)); };

    function run() {
        if (timer) return pause();
        draw('pause');
        // At the end, start again from the deal.
        const again = step >= Number(get('slider').max);
        show(again ? 0 : step + 1);
        start();
    }

    const draw = (shape) => get('run').querySelector('use').setAttribute('href', `${sprite}#i-${shape}`);
    const turn = () => { view = (view + 1) % names.length; return show(step); };
    const hide = () => { hidden = !hidden; return show(step); };

    /** Copies the address of this moment. Without a clipboard, which needs a secure connection, a field is copied. */
    async function copy() {
        try {
            await navigator.clipboard.writeText(location.href);
        } catch {
            const field = make('textarea', {});
            field.value = location.href;
            document.body.append(field);
            field.select();
            document.execCommand('copy');
            field.remove();
            get('copy').focus();
        }
        get('said').textContent = said.copied;
        setTimeout(() => { get('said').textContent = ''; }, 3000);
    }

    const keys = {
        ArrowLeft: () => show(step - 1), ArrowRight: () => show(step + 1), Home: () => show(0), End: () => show(Infinity),
        ' ': run, n: () => jump(1), p: () => jump(-1), f: turn, h: hide, Escape: () => close(),
    };

    addEventListener('keydown', (event) => {
        const own = event.target.closest?.('input, textarea, select, summary') && !['n', 'p', 'f', 'h'].includes(event.key);
        const pressed = event.key === ' ' && event.target.closest?.('a, button');
        const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act || own || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (!' fhEscape'.includes(event.key)) pause();
        act();
    }, { signal: stopped.signal });

    for (const [id, act] of Object.entries({
        first: keys.Home, prev: keys.ArrowLeft, next: keys.ArrowRight, last: keys.End, turn, hide, fault: keys.n, run, copy,
    })) {
        get(id)?.addEventListener('click', (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (!['run', 'hide', 'turn', 'copy'].includes(id)) pause();
            act();
        });
    }

    get('slider').addEventListener('input', (event) => { pause(); show(Number(event.target.value)); });
    get('speed').addEventListener('change', () => { if (timer) { clearInterval(timer); start(); } });
    get('moves').addEventListener('click', (event) => {
        const link = event.target.closest('a');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        pause();
        show(Number(link.dataset.step));
    });

    /** Closes the questions about a tile. */
    function close() {
        document.querySelector('.ask')?.remove();
    }

    /** Returns the step of the event that laid a tile, or null. */
    function laidBy(tile, { tables, steps }) {
        const seat = Number(tile.closest('.seat')?.dataset.seat ?? -1);
        const place = tables[step].places[seat];
        const river = tile.closest('.river');
        if (river) return (place.river_events?.[[...river.querySelectorAll('.t')].indexOf(tile)] ?? -2) + 1;
        const meld = tile.closest('.meld');
        if (!meld && !tile.closest('.drawn')) return null;
        const melds = meld && [...meld.parentElement.children].indexOf(meld);
        const made = (table) => JSON.stringify(table.places[seat].laid[melds] ?? null);
        for (let at = step; at > 0; at -= 1) {
            if (meld ? made(tables[at]) !== made(tables[at - 1]) : steps[at - 1].type === 'draw' && steps[at - 1].seat === seat) return at;
        }
        return null;
    }

    /** Offers what can be asked about a tile of the table: its move, and what if that move were another. */
    async function ask(tile) {
        const loaded = await load();
        const at = laidBy(tile, loaded);
        close();
        if (!(at > 0) || (hidden && !loaded.drawing.sees(loaded.steps[at - 1].seat) && loaded.steps[at - 1].type === 'draw')) return;
        const { drawing, steps } = loaded;
        const look = make('a', { href: address(at) }, drawing.say('look at it'));
        look.addEventListener('click', (event) => { event.preventDefault(); pause(); show(at); });
        const shut = make('button', { type: 'button' }, drawing.say('close'));
        shut.addEventListener('click', close);
        const others = offline ? [] : [['if out', '&ruling=out'], ['if tile', '#tile']].map(([key, rest]) => make('a', { href: play.dataset.if + at + rest }, drawing.say(key)));
        const box = make('div.ask', { role: 'dialog', 'aria-label': drawing.say('step', at) },
            make('p', {}, make('b', {}, drawing.say('step', at)), ' ', drawing.prose(steps[at - 1].event[lang])), look, others, shut);
        get('board').append(box);
        look.focus();
    }

    get('board').addEventListener('click', (event) => {
        const tile = event.target.closest('.t');
        if (tile && !event.target.closest('.ask')) ask(tile);
        else if (!event.target.closest('.ask')) close();
    });

    /** Rings all copies of a tile. */
    function ring(tile) {
        const kind = tile?.querySelector('use').getAttribute('href');
        for (const one of get('board').querySelectorAll('.t')) {
            one.classList.toggle('same', Boolean(kind) && !kind.endsWith('#b') && one.querySelector('use').getAttribute('href') === kind);
        }
    }

    get('board').addEventListener('pointerover', ({ target }) => ring(target.closest('.t')));
    get('board').addEventListener('pointerleave', () => ring(null));

    gestures(get('board'), (by) => { pause(); return show(step + by); });

    for (const id of ['run', 'slider', 'speed', 'copy']) get(id).hidden = false;
    document.querySelector('.keys').hidden = false;
    list();
    return { show, stop: () => { pause(); stopped.abort(); } };
}
