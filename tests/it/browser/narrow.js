// Finds what makes a page hard to use on a phone: words that are broken over two lines, controls that a finger misses, boxes that
// reach beyond the screen.
(() => {
    const wrong = [];
    const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const say = (what, element) => wrong.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
    // Codes, digests and what a log calls itself may break anywhere.
    const free = 'code, pre, bdi, .digest, .path, textarea, svg, h1, .meta, .unseen, .board, .technical';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!shown(node.parentElement) || node.parentElement.closest(free)) continue;
        for (const { 0: word, index } of node.data.matchAll(/[A-Za-z]{2,}/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) say(`“${word}” is broken`, node.parentElement);
        }
    }
    // Links in running text are exempt, as in WCAG 2.5.8.
    const targets = 'button, summary, select, input:not([type=hidden]), textarea, .button, .chip, .case, nav a';
    for (const element of [...document.querySelectorAll(targets)].filter(shown)) {
        // A finger meets the label of a box to tick or of a hidden tab.
        const label = ['checkbox', 'radio'].includes(element.type) && element.labels[0];
        const box = (label || element).getBoundingClientRect();
        if (box.height < 24 || box.width < 24) say(`${Math.round(box.width)} × ${Math.round(box.height)} is too small`, element);
    }
    for (const element of [...document.body.querySelectorAll('main *')].filter(shown)) {
        if (element.closest('.scroll, pre, .prose, .unseen, .board, .track')) continue;
        if (element.getBoundingClientRect().right > window.innerWidth + 1) say('beyond the screen', element);
    }
    return wrong.slice(0, 6);
})()
