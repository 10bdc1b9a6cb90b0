// The page of a hand: fetches the hand once and keeps the address at the step that is shown.
import { replay } from './replay.js';

const play = document.getElementById('play');
replay(play, {
    load: async () => {
        const answer = await fetch(play.dataset.steps, { headers: { accept: 'application/json' } });
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.json();
    },
    address: (step, { view, hidden }, tag, hand) => location.pathname.replace(/(\d+)\/steps\/\d+$/, (_, own) => `${hand ?? own}/steps/${step}`)
        + `?${view ? `seat=${view}&` : ''}${hidden ? 'hide=true&' : ''}lang=${tag}`,
    moved: (address, step) => {
        history.replaceState(null, '', address);
        document.title = document.title.replace(/\d+(?=[^\d]*·)/, step);
    },
});
