// Submits a file that is dropped or picked; the form works without this script.
import './time.js';

const get = (id) => document.getElementById(id);
const paste = get('paste');
const lang = paste.elements.lang.value;

async function send(file) {
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
get('file').addEventListener('change', ({ target }) => target.files[0] && send(target.files[0]));
for (const [name, over] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
    paste.addEventListener(name, (event) => {
        event.preventDefault();
        paste.classList.toggle('over', over);
        if (event.dataTransfer?.files[0] && name === 'drop') send(event.dataTransfer.files[0]);
    });
}
