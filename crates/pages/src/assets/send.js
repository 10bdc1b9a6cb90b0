// Submits a file that is dropped or picked; the form works without this script.
import './time.js';

const get = (id) => document.getElementById(id);
const paste = get('paste');
const lang = paste.elements.lang.value;

const local = () => get('here')?.checked;

/** Shows what the page computes by itself; nothing is sent. */
async function check(files) {
    get('refused').hidden = true;
    const { show } = await import(get('here').dataset.module);
    await show(files, lang, get('result'));
}

async function send(files) {
    if (local()) return check(files);
    const [file] = files;
    get('refused').hidden = true;
    const answer = await fetch(`/open?lang=${lang}`, {
        method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    });
    if (answer.ok) {
        location.href = `${new URL(answer.url).pathname}?lang=${lang}`;
        return;
    }
    const { title, detail } = await answer.json();
    get('refused').textContent = `${title}: ${detail}`;
    get('refused').hidden = false;
}

for (const id of ['pick', 'drop']) get(id).hidden = false;
if (get('switch')) {
    get('switch').hidden = false;
    get('here').addEventListener('change', () => { get('file').multiple = local(); });
    paste.addEventListener('submit', (event) => {
        if (!local()) return;
        event.preventDefault();
        check([new Blob([paste.elements.log.value])]);
    });
}
get('file').addEventListener('change', ({ target }) => {
    if (target.files[0]) send([...target.files]);
    // The same file can be chosen again.
    target.value = '';
});
for (const [name, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    paste.addEventListener(name, (event) => {
        event.preventDefault();
        paste.classList.toggle('over', over);
        if (event.dataTransfer?.files[0] && name === 'drop') send([...event.dataTransfer.files]);
    });
}
