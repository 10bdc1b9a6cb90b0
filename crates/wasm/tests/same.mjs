// Compares the package with the command line on generated, spoilt and hostile logs: same.mjs PROGRAM FOLDER.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join as joinPath, resolve } from 'node:path';
import { MatchInPlay, audit, auditEach, explain, formats, join, leaks, matchPage, page, score, text, verify } from 'caipan';

const [program, folder] = process.argv.slice(2).map((path) => resolve(path));
rmSync(folder, { recursive: true, force: true });
mkdirSync(joinPath(folder, 'speed'), { recursive: true });

/** Runs the program and returns its output; findings and refusals are no failure. */
function run(...words) {
    const ended = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 30 });
    assert.ok([0, 1, 2].includes(ended.status), `${words[0]}: ${ended.error ?? ended.stderr}`);
    return ended.stdout;
}

const generate = (...words) => run('generate', ...words).trim().split('\n');
const presets = ['changsha-a', 'changsha-csmj', 'beijing', 'guiyang', 'guiyang-app'];
const clean = presets.flatMap((preset, seed) => generate('--rules', preset, '--seed', String(seed), '--games', '8'));
const spoilt = ['A302', 'A501', 'A702', 'A703'].flatMap((fault) =>
    generate('--rules', 'changsha-a', '--seed', '7', '--games', '4', '--fault', fault));

/** Returns the next number of a fixed sequence, below `bound`. */
let state = 20260501;
function next(bound) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % bound;
}

/** A log with some bytes changed, removed or doubled; a line break would make it two documents. */
function hostile(log) {
    let bytes = [...Buffer.from(log)];
    for (let count = 1 + next(4); count > 0; count -= 1) {
        const at = next(bytes.length);
        const kind = next(4);
        if (kind === 0) bytes[at] = 32 + next(224);
        if (kind === 1) bytes.splice(at, 1 + next(40));
        if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + 1 + next(60)));
        if (kind === 3) bytes = bytes.slice(0, Math.max(at, 1));
    }
    return Buffer.from(bytes);
}

const strange = [
    '{}', '[]', 'null', '0', '"', '{"format":"paipu/1"}', '{"format":"paipu/9"}', '['.repeat(5000), `{"format":"paipu/1","hands":${'['.repeat(300)}`,
    '\u0089PNG', '{"format":"paipu/1","format":"paipu/1"}', `{"format":"paipu/1","id":"${'x'.repeat(70000)}"}`, 'a,b,c', '\ufeff{}', '牌谱',
].map((words) => Buffer.from(words));
const bytes = [...[...clean, ...spoilt].map((log) => Buffer.from(log)), ...[...clean, ...spoilt].flatMap((log) => [hostile(log), hostile(log)]), ...strange];
const files = bytes.map((content, index) => {
    const path = joinPath(folder, `${String(index).padStart(4, '0')}.json`);
    writeFileSync(path, content);
    return path;
});
clean.slice(0, 24).forEach((log, index) => writeFileSync(joinPath(folder, 'speed', `${index}.json`), log));

/** The line that the command line prints for a result of the package. */
function line({ report, error }, source) {
    if (report !== undefined) return report;
    const { code, pointer, line, column, zh, en } = error;
    const position = line === undefined ? [] : [column === undefined ? String(line) : `${line}:${column}`];
    const place = [...position, ...(pointer ? [pointer] : [])].join(' ');
    return JSON.stringify({ error: { code, en, place, zh }, source });
}

/** The results of the package for a document, a refusal of the whole document included. */
function each(content, adapter) {
    try {
        return auditEach(content, adapter);
    } catch (error) {
        assert.equal(error.name, 'CaipanError', `${error}`);
        return [{ error }];
    }
}

/** Orders the keys of a refusal as they may differ; a report is compared as it is. */
const canonical = (printed) => {
    if (!printed.includes('"error":{"code"') && !printed.startsWith('{"error"')) return printed;
    const { source, error } = JSON.parse(printed);
    // The command line adds the number of the line to the name of a file that it reads as lines.
    return line({ error: { ...error, line: undefined, pointer: error.place } }, source.replace(/:1$/, ''));
};

const printed = run('audit', '--format', 'json', '--', ...files).trim().split('\n').map(canonical);
const ours = files.flatMap((path, index) => each(bytes[index]).map((result) => line(result, path)));
assert.equal(ours.length, printed.length);
ours.forEach((one, index) => assert.equal(one, printed[index]));
const reports = ours.filter((one) => one.startsWith('{"format"'));
const refused = ours.length - reports.length;
const verdicts = new Set(reports.map((report) => JSON.parse(report).verdict));
assert.ok(reports.length >= 56 && refused >= 40 && verdicts.has('clean') && verdicts.has('faulty'), `${reports.length} reports, ${refused} refusals`);

// Logs of other platforms: a bundled adapter, recognised and named, and an adapter in TOML.
for (const [log, adapter] of [['ticks.json'], ['ticks.json', 'ticks'], ['harbour.json', 'harbour.toml']]) {
    const path = joinPath('fixtures/adapters', log);
    const toml = adapter?.endsWith('.toml') && joinPath('fixtures/adapters', adapter);
    const expected = run('audit', '--format', 'json', ...(toml ? ['--adapter', toml] : adapter ? ['--from', adapter] : []), path);
    const results = auditEach(readFileSync(path), toml ? readFileSync(toml, 'utf8') : adapter);
    assert.equal(results.map((result) => `${result.report}\n`).join(''), expected);
}

// The text is that of the command line.
const faulty = Buffer.from(spoilt[0]);
const whole = run('--lang', 'zh', 'audit', '--full', '--color', 'never', files[clean.length]);
assert.ok(whole.includes(text(audit(faulty), 'zh').trim()), text(audit(faulty), 'zh'));
assert.notEqual(text(audit(faulty), 'en'), text(audit(faulty), 'zh'));

// A page has the bytes of the command line, its parts are in it, and a line of NDJSON has the page of its log.
for (const index of [0, 8, 16, 24, 32, ...spoilt.keys()].map((at, nth) => (nth < 5 ? at : clean.length + at))) {
    for (const language of ['zh', 'en']) {
        const written = run('page', files[index], '--lang', language);
        assert.equal(page(bytes[index], language), written);
        const { matches, title, report, hands, json } = matchPage(bytes[index], language);
        assert.ok(hands.includes('<template') && [title, report, hands].every((part) => written.includes(part)));
        assert.deepEqual([matches, json], [1, audit(bytes[index])]);
    }
}
const night = Buffer.from(`${clean[0]}\n\n${spoilt[0]}\n`);
assert.equal(matchPage(night, 'en').matches, 2);
assert.equal(page(night, 'en', 1), page(Buffer.from(spoilt[0]), 'en'));

// Records of one match are joined, and searched for leaks, as the command line does it.
const seen = [0, 1, 2, 3].map((seat) => {
    const path = joinPath(folder, `seat-${seat}.json`);
    writeFileSync(path, run('view', files[0], '--seat', String(seat)));
    return path;
});
const records = seen.map((path) => readFileSync(path));
assert.equal(JSON.stringify(JSON.parse(join(records)).log), run('join', ...seen).trim());
const other = Buffer.from(String(records[1]).replace(/"type":"discard","seat":(\d),"tile":"../, '"type":"discard","seat":$1,"tile":"7z'));
const differences = JSON.parse(join([records[0], other], ['east', 'south'])).differences;
assert.ok(differences.length > 0 && differences[0].text.en.includes('south'), JSON.stringify(differences));
const told = run('leaks', '--format', 'json', '--seat', '0', '--live', files[0], files[0]).trim().split('\n');
assert.deepEqual(JSON.parse(leaks(bytes[0], bytes[0], 0, true)).leaks.map((leak) => JSON.stringify(leak)), told);
assert.deepEqual(JSON.parse(leaks(bytes[0], records[2])).leaks, []);

// A match in play answers as an audit of the log so far.
const played = JSON.parse(clean[0]);
const [hand] = played.hands;
const started = { ...played, match: undefined, hands: [{ ...hand, events: [], result: undefined }] };
const table = new MatchInPlay(Buffer.from(JSON.stringify(started)));
for (const event of hand.events) {
    const { findings, progress } = JSON.parse(table.play(JSON.stringify(event)));
    assert.deepEqual([findings, progress], [[], JSON.parse(audit(Buffer.from(table.log()))).progress]);
}
assert.deepEqual(JSON.parse(table.settle(JSON.stringify(hand.result))).findings, []);
assert.equal(table.report(), audit(Buffer.from(table.log())));

// Errors have a place and a cure in both languages.
const thrown = (work) => {
    try {
        work();
    } catch (error) {
        assert.ok(error instanceof Error && error.name === 'CaipanError' && error.zh && error.en, `${error}`);
        return error;
    }
    return assert.fail('nothing was thrown');
};
assert.equal(thrown(() => audit(Buffer.from('{"format": "paipu/1",\n }'))).line, 2);
assert.match(thrown(() => audit(faulty, 'tick')).en, /Did you mean ticks\?/);
assert.match(thrown(() => audit(faulty, 'name = 1\nversion = 2\n')).zh, /./);
assert.match(thrown(() => explain('A7O2', 'zh')).zh, /A7/);
assert.match(thrown(() => text('{}', 'zh')).zh, /报告/);
assert.match(thrown(() => score('{"rules": "nowhere"}')).en, /./);
assert.match(thrown(() => verify(Buffer.from('{}'), '')).en, /no proof/);
assert.match(thrown(() => matchPage(night, 'en', 2)).en, /no match 3/);
assert.match(thrown(() => join([records[0], Buffer.from('{}')])).en, /^record 2: /);
assert.match(thrown(() => join([])).zh, /至少要一份/);
assert.match(thrown(() => leaks(bytes[0], bytes[0])).en, /Give its seat/);
assert.match(thrown(() => leaks(bytes[0], bytes[0], 4)).en, /no seat 4/);
assert.match(thrown(() => table.play('{}')).en, /deal/);
assert.match(thrown(() => new MatchInPlay(Buffer.from('{}'))).en, /./);
assert.match(explain('A702', 'en'), /A702/);
assert.ok(formats().includes('ticks'));
console.log(`wasm: ${reports.length} reports and ${refused} refusals have the bytes of the command line`);
