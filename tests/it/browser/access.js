// What keeps somebody from reading or using a page: what has no name, headings out of order, no landmark, pale text.
(() => {
    const wrong = [];
    const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const say = (what, element) => wrong.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const named = (element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim() !== ''
        || element.querySelector('[aria-label]') !== null;
    for (const element of all('a[href], button, summary, [role=img]')) if (!named(element)) say('no name', element);
    for (const element of all('input:not([type=hidden]), select, textarea')) {
        if (!element.labels?.length && !element.getAttribute('aria-label')) say('no label', element);
    }
    if (!document.documentElement.lang || !document.title.trim()) wrong.push('no language or no title');
    for (const [landmark, count] of [['main', 1], ['header', 1]]) {
        if (all(landmark).length !== count) wrong.push(`${all(landmark).length} × ${landmark}`);
    }
    for (const element of all('nav + nav, main nav')) if (!element.getAttribute('aria-label')) say('no name', element);
    const levels = all('h1, h2, h3, h4').filter((heading) => !heading.closest('.board')).map((heading) => Number(heading.tagName[1]));
    levels.forEach((level, at) => { if (level > (levels[at - 1] ?? level) + 1) wrong.push(`h${level} after h${levels[at - 1]}`); });
    if (all('h1').length !== 1) wrong.push(`${all('h1').length} × h1`);
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    if (twice.length) wrong.push(`ids twice: ${twice}`);
    for (const element of all('[tabindex]')) if (element.tabIndex > 0) say('out of order', element);
    for (const element of all('[aria-describedby]')) {
        if (!document.getElementById(element.getAttribute('aria-describedby'))) say('describes nothing', element);
    }
    // Contrast by WCAG: 4.5, or 3 where the text is large.
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
    const known = new Map();
    const colour = (text) => known.get(text) ?? known.set(text, rgba(text)).get(text);
    const over = ([r, g, b, a], [x, y, z]) => [[r, x], [g, y], [b, z]].map(([top, under]) => (top * a + under * (255 - a)) / 255);
    const ground = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
        const page = colour(getComputedStyle(document.body).backgroundColor);
        return layers.reverse().reduce((under, layer) => over(layer, under), page);
    };
    const light = (rgb) => {
        const [r, g, b] = rgb.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !shown(element) || element.closest('[aria-disabled], option, script, [aria-hidden]')) continue;
        const style = getComputedStyle(element);
        const under = ground(element);
        const [a, b] = [light(over(colour(style.color), under)), light(under)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (large ? 3 : 4.5)) say(`contrast ${ratio.toFixed(2)} of “${node.data.trim().slice(0, 20)}”`, element);
    }
    return wrong;
})()
