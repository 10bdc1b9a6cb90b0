// Audits the log of the form in this page, and shows its report and replay. The page may open no connection.
const get = (id) => document.getElementById(id);
const PAUSE = 600;
/** Text above this length is not shown in the form. */
const SHOWN = 2 << 20;

const asked = new URLSearchParams(location.search).get('lang');
const preferred = [asked, ...navigator.languages].find((tag) => /^(zh|en)/i.test(tag ?? ''));
let lang = /^zh/i.test(preferred ?? '') ? 'zh' : 'en';
/** The file as it was given; edits replace it. */
let bytes = null;
let name = '';
let text = '';
let waiting = null;
let ready = null;

/** Unpacks and starts the module once. */
function started() {
    ready ??= (async () => {
        const packed = Uint8Array.from(atob(get('module').textContent), (char) => char.charCodeAt(0));
        const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
        await wasm_bindgen({ module_or_path: await new Response(unpacked).arrayBuffer() });
    })();
    return ready;
}

/** The sentence of an error, with its place before it. */
function sentence(error) {
    if (error.name !== 'CaipanError') return get('refused').dataset.failed + error.message;
    const { line, column, pointer } = error;
    const place = [line && (column ? `${line}:${column}` : line), pointer].filter(Boolean).join(' ');
    return `${place && `${place}: `}${error[lang]}`;
}

/** Leaves the replay of the log that was shown before. */
function leave() {
    if (!location.hash) return;
    history.replaceState(null, '', '#');
    dispatchEvent(new Event('hashchange'));
}

/** Audits the log and shows the page of a match; without a log shows none. */
async function check(match = 0) {
    clearTimeout(waiting);
    leave();
    const given = bytes;
    let [error, drawn] = [null, null];
    if (given?.length) {
        try {
            await started();
            drawn = wasm_bindgen.matchPage(given, lang, match);
        } catch (thrown) {
            error = thrown;
        }
    }
    // Another log was given while the module was loading.
    if (given !== bytes) return;
    get('refused').textContent = error ? sentence(error) : '';
    get('refused').hidden = !error;
    get('report').innerHTML = drawn?.report ?? '';
    get('hands').innerHTML = drawn?.hands ?? '';
    document.title = `${drawn?.title ?? get('ask').querySelector('h1').textContent} · caipan 裁判`;
    document.body.classList.toggle('shown', Boolean(drawn));
    if (!drawn) return;
    const { length } = get('match').options;
    if (length !== drawn.matches) get('match').replaceChildren(...Array.from({ length: drawn.matches }, (_, at) => new Option(at + 1, at)));
    get('match').value = match;
    get('matches').hidden = drawn.matches < 2;
    get('save-json').onclick = () => save(drawn.json, 'application/json', '.report.json');
    get('save-page').onclick = () => save(wasm_bindgen.page(given, lang, match), 'text/html', '.html');
}

/** Gives the reader a file that was made here. */
function save(content, type, ending) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = (name.replace(/\.[^.]*$/, '') || 'caipan') + ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Takes a file or an example. */
async function take(blob, called) {
    const taken = new Uint8Array(await blob.arrayBuffer());
    [bytes, name] = [taken, called];
    try {
        text = taken.length > SHOWN ? '' : new TextDecoder('utf-8', { fatal: true }).decode(taken);
    } catch {
        text = '';
    }
    get('log').value = text;
    get('named').textContent = called;
    await check();
    if (document.body.classList.contains('shown')) get('report').scrollIntoView();
}

/** Writes the form in the language and connects it. */
function write() {
    document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
    get('ask').replaceChildren(get(`ask-${lang}`).content.cloneNode(true));
    get('language').textContent = lang === 'zh' ? 'English' : '中文';
    get('log').value = text;
    get('named').textContent = name;
    get('log').addEventListener('input', () => {
        text = get('log').value;
        bytes = new TextEncoder().encode(text);
        clearTimeout(waiting);
        waiting = setTimeout(check, PAUSE);
    });
    get('paste').addEventListener('submit', (event) => {
        event.preventDefault();
        check();
    });
    get('pick').addEventListener('click', () => get('file').click());
    get('file').addEventListener('change', ({ target }) => {
        if (target.files[0]) take(target.files[0], target.files[0].name);
        // The same file can be chosen again.
        target.value = '';
    });
    get('example').addEventListener('click', () => {
        const { textContent, dataset } = get('sample');
        take(new Blob([textContent]), dataset.name);
    });
    get('match').addEventListener('change', ({ target }) => check(Number(target.value)));
}

get('language').addEventListener('click', () => {
    lang = lang === 'zh' ? 'en' : 'zh';
    const match = Number(get('match').value);
    write();
    check(match);
});
for (const [kind, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    addEventListener(kind, (event) => {
        event.preventDefault();
        get('paste').classList.toggle('over', over);
        const file = kind === 'drop' && event.dataTransfer?.files[0];
        if (file) take(file, file.name);
    });
}
write();
get('language').hidden = false;
started().catch((error) => {
    get('refused').textContent = sentence(error);
    get('refused').hidden = false;
});
