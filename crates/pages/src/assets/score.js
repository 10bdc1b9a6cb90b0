// Adds tile buttons to the score calculator: they type the same notation as a person, and each field shows its tiles.
import { make, parse } from './draw.js';

const palette = document.getElementById('palette');
const fields = [...document.querySelectorAll('input[data-tiles]')];
const sprite = palette.querySelector('use').getAttribute('href').split('#')[0];
const names = Object.fromEntries([...palette.querySelectorAll('[data-tile]')].map((key) => [key.dataset.tile, key.getAttribute('aria-label')]));
let into = fields.find((field) => field.name === 'hand');

const LETTERS = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 万: 'm', 萬: 'm', w: 'm', 筒: 'p', 饼: 'p', 条: 's', 索: 's', 东: '1z', 南: '2z', 西: '3z', 北: '4z', 白: '5z', 发: '6z', 中: '7z' };

/** Rewrites tiles as people write them (一万二万, 红中) to the notation; the server does the same. */
function spoken(text) {
    const short = text.toLowerCase().replace(/幺鸡/g, '1s').replace(/红(?=中)|(?<=白)板|(?<=发)财|(?<=[东南西北])风/g, '');
    return [...short].map((letter) => LETTERS[letter] ?? letter).join('');
}

/** Draws the tiles of a field beside it; draws nothing for invalid notation. */
function draw(field) {
    const groups = field.value.split(/[\s,，、]+/).map((group) => parse(spoken(group.replace(/[暗补ac]$/, ''))) ?? []);
    const shown = field.parentElement.querySelector('.shown') ?? field.parentElement.appendChild(make('span.shown', { 'aria-hidden': 'true' }));
    shown.replaceChildren(...groups.filter((group) => group.length).map((group) => make('span.tiles', {},
        group.map((tile) => make('svg.t', {}, make('use', { href: `${sprite}#${tile}` }))))));
}

/** Returns whether a field takes one tile. A dice kong turns up several tiles to win on. */
function single(field) {
    return field.dataset.tiles === 'one' && !(field.name === 'tile' && field.form.elements.by.value.startsWith('dice_kong'));
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

const label = (field) => field.parentElement.firstChild.textContent.trim();
const then = document.getElementById('then');

/** Returns the field behind another one, among those that are shown. */
const behind = (field) => fields.slice(fields.indexOf(field) + 1).find((one) => one.checkVisibility());

/** Puts the tiles under the field that they fill. */
function aim(field) {
    into = field;
    for (const one of fields) one.parentElement.classList.toggle('on', one === field);
    field.parentElement.after(palette);
    document.getElementById('into').textContent = palette.dataset.into + label(field);
    then.hidden = !behind(field);
    if (behind(field)) then.textContent = then.dataset.then + label(behind(field));
    spend();
}

/** Fades the tiles of which the winner has four. */
function spend() {
    const own = fields.filter(({ name }) => ['hand', 'tile', 'melds'].includes(name));
    const held = own.flatMap((field) => field.value.split(/[\s,，、]+/).flatMap((group) => parse(spoken(group.replace(/[暗补ac]$/, ''))) ?? []));
    for (const key of palette.querySelectorAll('[data-tile]')) {
        key.disabled = own.includes(into) && held.filter((tile) => tile === key.dataset.tile).length >= 4;
    }
}

for (const field of fields) {
    field.addEventListener('focus', () => aim(field));
    field.addEventListener('input', () => { draw(field); spend(); });
    draw(field);
}
for (const key of palette.querySelectorAll('[data-tile]')) {
    key.addEventListener('click', () => { into.value = single(into) ? key.dataset.tile : joined(into.value, key.dataset.tile); draw(into); spend(); });
    key.title = names[key.dataset.tile];
}
document.getElementById('undo').addEventListener('click', () => { into.value = without(into.value); draw(into); spend(); });
then.addEventListener('click', () => { const next = behind(into); aim(next); next.scrollIntoView({ block: 'nearest' }); });
palette.hidden = false;
aim(into);
