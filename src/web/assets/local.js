// Audits logs and verifies proofs in this page. It fetches the module and public keys, and sends nothing.
import init, { auditEach, text, verify } from './caipan.js';

let loading;

function made(tag, words, name = '') {
    const element = document.createElement(tag);
    element.textContent = words;
    element.className = name;
    return element;
}

/** Returns the document if bytes are JSON, else nothing. */
function parsed(bytes) {
    try {
        return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
        return undefined;
    }
}

function audited(bytes, lang, words) {
    return auditEach(bytes).flatMap(({ report, error }) => {
        if (error) return [made('p', place(error) + error[lang], 'error')];
        const { log } = JSON.parse(report);
        const save = made('a', words.save, 'button');
        save.href = URL.createObjectURL(new Blob([report], { type: 'application/json' }));
        save.download = `caipan-${log.digest.slice(7, 23)}.json`;
        const shown = made('pre', text(report, lang));
        shown.tabIndex = 0;
        return [shown, save];
    });
}

/** The position of an error as line and column, or as a JSON pointer. */
function place({ line, column, pointer }) {
    const parts = [line && (column ? `${line}:${column}` : line), pointer].filter(Boolean);
    return parts.length ? `${parts.join(' ')}: ` : '';
}

/** Verifies a proof with the keys of this service, against the report and the log if they were given too. */
async function verified(proof, others, lang, words) {
    const keys = await (await fetch('/v1/evidence/keys', { headers: { accept: 'application/json' } })).text();
    const report = others.find((bytes) => parsed(bytes)?.format === 'caipan-report/1');
    const log = others.find((bytes) => bytes !== report);
    const statements = verify(proof, keys, { report, log });
    const lines = statements.map((one) => made('p', `${one.holds ? '✓' : '✗'} ${one[lang]}`, one.holds ? 'clean' : 'error'));
    const alone = others.length ? [] : [made('p', words.beside, 'quiet')];
    return [...lines, ...alone, made('p', words.keys, 'quiet')];
}

/** Shows in `section` the reports of these files, or the statements of a proof among them. */
export async function show(files, tag, section) {
    const lang = tag.startsWith('en') ? 'en' : 'zh';
    let parts;
    try {
        await (loading ??= init({ module_or_path: new URL('caipan_bg.wasm', import.meta.url) }));
        const all = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
        const proof = all.find((bytes) => parsed(bytes)?.format?.startsWith?.('caipan-evidence/'));
        const others = all.filter((bytes) => bytes !== proof);
        parts = proof ? await verified(proof, others, lang, section.dataset) : all.flatMap((bytes) => audited(bytes, lang, section.dataset));
    } catch (error) {
        // A download that failed is tried again.
        if (error.name !== 'CaipanError') loading = undefined;
        parts = [made('p', error.name === 'CaipanError' ? place(error) + error[lang] : section.dataset.failed + error.message, 'error')];
    }
    section.replaceChildren(...parts);
    section.hidden = false;
    section.focus();
}
