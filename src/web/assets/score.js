// Adds tile buttons to the score calculator: they type the same notation as a person, and each field shows its tiles.
import { make, parse } from './draw.js';

const palette = document.getElementById('palette');
const fields = [...document.querySelectorAll('input[data-tiles]')];
const sprite = palette.querySelector('use').getAttribute('href').split('#')[0];
const names = Object.fromEntries([...palette.querySelectorAll('[data-tile]')].map((key) => [key.dataset.tile, key.getAttribute('aria-label')]));
let into = fields.find((field) => field.name === 'hand');

/** Draws the tiles of a field beside it; draws nothing for invalid notation. */
function draw(field) {
    const groups = field.value.split(/[\s,，、]+/).map((group) => parse(group.replace(/[暗补ac]$/, '')) ?? []);
    const shown = field.parentElement.querySelector('.shown') ?? field.parentElement.appendChild(make('span.shown', { 'aria-hidden': 'true' }));
    shown.replaceChildren(...groups.filter((group) => group.length).map((group) => make('span.tiles', {},
        group.map((tile) => make('svg.t', {}, make('use', { href: `${sprite}#${tile}` }))))));
}

/** Joins ranks of one suit: `12m` and `3m` become `123m`. */
function joined(text, tile) {
    const [rank, suit] = tile;
    return text.endsWith(suit) ? text.slice(0, -1) + rank + suit : text + tile;
}

function without(text) {
    const [, before, ranks, suit] = text.trimEnd().match(/^(.*?)([1-9]*)([mpsz]?)[暗补ac]?$/s) ?? [];
    if (!ranks) return '';
    return ranks.length > 1 ? before + ranks.slice(0, -1) + suit : before.trimEnd();
}

function aim(field) {
    into = field;
    const label = field.parentElement.firstChild.textContent.trim();
    document.getElementById('into').textContent = palette.dataset.into + label;
}

for (const field of fields) {
    field.addEventListener('focus', () => aim(field));
    field.addEventListener('input', () => draw(field));
    draw(field);
}
for (const key of palette.querySelectorAll('[data-tile]')) {
    key.addEventListener('click', () => { into.value = joined(into.value, key.dataset.tile); draw(into); });
    key.title = names[key.dataset.tile];
}
document.getElementById('undo').addEventListener('click', () => { into.value = without(into.value); draw(into); });
aim(into);
palette.hidden = false;
