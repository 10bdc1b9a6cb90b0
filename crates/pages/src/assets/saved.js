// A report whose replay is in the page, as in a saved file: opens the replay of a hand for the address #m0-12, which means hand 0 at step 12.
import { replay } from './replay.js';

const box = document.getElementById('replay');
let playing = null;
let open = null;

/** Shows the hand and the step of the address, or the report. */
function follow() {
    const place = /^#m(\d+)-(\d+)$/.exec(location.hash);
    const found = place && document.getElementById(`hand-${place[1]}`) ? place : null;
    box.hidden = !found;
    document.querySelector('main').hidden = Boolean(found);
    if (!found) {
        playing?.stop();
        box.replaceChildren();
        [playing, open] = [null, null];
        document.getElementById(location.hash.slice(1))?.scrollIntoView();
        return;
    }
    const [hand, step] = found.slice(1).map(Number);
    if (open !== hand) {
        playing?.stop();
        box.replaceChildren(document.getElementById(`hand-${hand}`).content.cloneNode(true));
        open = hand;
        playing = replay(box.querySelector('.play'), {
            load: async () => JSON.parse(document.getElementById(`steps-${hand}`).textContent),
            address: (to, look, tag, other = hand) => `#m${other}-${to}`,
            moved: (address) => history.replaceState(null, '', address),
            offline: !('linked' in box.dataset),
        });
    }
    playing.show(step);
}

addEventListener('hashchange', follow);
follow();
