// Steps through a hand on its page: fetches the hand once, applies the changes of each step, and updates the address.
import { Drawing } from './draw.js';

const play = document.getElementById('play');
const { steps: source, words, lang, tag, tiles: sprite } = play.dataset;
const get = (id) => document.getElementById(id);
const said = JSON.parse(words);
let step = Number(play.dataset.step);
let view = Number(play.dataset.seat);
let timer = null;
let hand = null;

/** Applies a JSON merge patch; an object in place of an array changes the array's elements by index. */
export function apply(document, change) {
    for (const [key, value] of Object.entries(change)) {
        const old = document[key];
        if (value === null) delete document[key];
        else if (typeof value === 'object' && !Array.isArray(value) && old && typeof old === 'object') apply(old, value);
        else document[key] = structuredClone(value);
    }
}

/** Loads the hand with the table of every step, on first use. */
function load() {
    hand ??= fetch(source, { headers: { accept: 'application/json' } }).then(async (answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        const { first, steps, findings, names: openings, hand } = await answer.json();
        const tables = [first];
        for (const { change } of steps) {
            const table = structuredClone(tables.at(-1));
            apply(table, change);
            tables.push(table);
        }
        const names = JSON.parse(play.dataset.names);
        const faults = [...new Set(findings.map((found) => found.step))];
        return { tables, steps, findings, faults, number: hand, drawing: new Drawing({ words: said, sprite, tag, names, lang, openings }) };
    });
    return hand;
}

function address(step, to = tag) {
    const path = location.pathname.replace(/\d+$/, step);
    return `${path}?${view ? `seat=${view}&` : ''}lang=${to}`;
}

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

async function show(wanted) {
    let loaded;
    try {
        loaded = await load();
    } catch {
        // Without the hand, load the page of the wanted step.
        location.href = address(wanted);
        return;
    }
    const { tables, steps, findings, faults, number, drawing } = loaded;
    const last = tables.length - 1;
    step = Math.max(0, Math.min(last, wanted));
    const here = findings.flatMap((found) => {
        if (found.acts && found.step === step) return [[found, 'bad next', found.before]];
        if (found.acts && found.step + 1 === step) return [[found, 'bad done', found.after]];
        return !found.acts && found.step === step ? [[found, 'bad hand', found.before]] : [];
    });
    const marks = here.filter(([{ kind }]) => kind === 'fault' || kind === 'variant').map(([, , mark]) => mark);
    const table = tables[step];
    get('board').replaceChildren(...drawing.board(table, number, marks, view));
    get('panel').replaceChildren(...drawing.panel({ table, step, event: steps[step - 1]?.event, next: steps[step]?.event, here }));
    get('wall')?.querySelector('.tiles')?.replaceWith(drawing.tiles(table.wall ?? ''));
    get('digest').textContent = table.digest;
    get('count').textContent = step;
    get('slider').value = step;
    get('slider').setAttribute('aria-valuetext', drawing.say('step', step));
    get('done').setAttribute('width', step);
    point('first', step > 0 ? 0 : -1, last);
    point('prev', step - 1, last);
    point('next', step + 1, last);
    point('last', step < last ? last : -1, last);
    if (get('fault')) get('fault').href = address(faults.find((at) => at > step) ?? faults[0]);
    get('if').href = get('if').href.replace(/step=\d+/, `step=${Math.max(1, step)}`);
    get('other').href = address(step, get('other').hreflang);
    history.replaceState(null, '', address(step));
    document.title = document.title.replace(/\d+(?=[^\d]*·)/, step);
    if (step === last) pause();
}

const jump = async (direction) => {
    const { faults } = await load();
    const to = direction > 0 ? faults.find((at) => at > step) ?? faults[0] : faults.findLast((at) => at < step) ?? faults.at(-1);
    if (to != null) await show(to);
};

function pause() {
    clearInterval(timer);
    timer = null;
    draw('play');
}

function run() {
    if (timer) return pause();
    draw('pause');
    // At the end, start again from the deal.
    const again = step >= Number(get('slider').max);
    show(again ? 0 : step + 1);
    timer = setInterval(() => show(step + 1), 900);
}

const draw = (shape) => get('run').querySelector('use').setAttribute('href', `${sprite}#i-${shape}`);
const turn = () => { view = (view + 1) % JSON.parse(play.dataset.names).length; return show(step); };

const keys = {
    ArrowLeft: () => show(step - 1), ArrowRight: () => show(step + 1), Home: () => show(0), End: () => show(Infinity),
    ' ': run, n: () => jump(1), p: () => jump(-1), f: turn,
};

addEventListener('keydown', (event) => {
    const own = event.target.closest?.('input, textarea, select, summary') && event.key !== 'n' && event.key !== 'p';
    const pressed = event.key === ' ' && event.target.closest?.('a, button');
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || own || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.key !== ' ') pause();
    act();
});

for (const [id, act] of Object.entries({
    first: keys.Home, prev: keys.ArrowLeft, next: keys.ArrowRight, last: keys.End, turn, fault: keys.n, run,
})) {
    get(id)?.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (id !== 'run') pause();
        act();
    });
}

get('slider').addEventListener('input', (event) => { pause(); show(Number(event.target.value)); });

let touched = null;
get('board').addEventListener('touchstart', (event) => { touched = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
get('board').addEventListener('touchend', (event) => {
    const end = event.changedTouches[0];
    const [x, y] = touched ? [end.clientX - touched.clientX, end.clientY - touched.clientY] : [0, 0];
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) show(step + (x < 0 ? 1 : -1));
}, { passive: true });

for (const id of ['run', 'slider']) get(id).hidden = false;
document.querySelector('.keys').hidden = false;
