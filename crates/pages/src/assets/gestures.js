// Turns the wheel and swipes on an element into steps. Swipes from the edge of the screen are left to the browser.

const EDGE = 24;
const NOTCH = 50;
const SWIPE = 40;

/** Calls `go` with 1 or -1. */
export function gestures(element, go) {
    let rolled = 0;
    element.addEventListener('wheel', (event) => {
        if (event.ctrlKey || event.shiftKey || !event.deltaY) return;
        event.preventDefault();
        // Lines and pages in place of pixels are notches of a wheel; a touchpad sends many small parts of one.
        const part = event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
        rolled = Math.sign(part) === Math.sign(rolled) ? rolled + part : part;
        if (Math.abs(rolled) < NOTCH) return;
        go(Math.sign(rolled));
        rolled = 0;
    }, { passive: false });

    let start = null;
    element.addEventListener('touchstart', ({ touches: [touch, other] }) => {
        const inside = touch.clientX > EDGE && touch.clientX < innerWidth - EDGE;
        start = !other && inside ? touch : null;
    }, { passive: true });
    element.addEventListener('touchend', ({ changedTouches: [end] }) => {
        const [x, y] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
        start = null;
        if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    }, { passive: true });
}
