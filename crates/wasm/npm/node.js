// Node.js reads the module from disk at once, so the functions are ready when the import is.
import { readFileSync } from 'node:fs';
import { initSync } from './caipan.js';

initSync({ module: readFileSync(new URL('caipan_bg.wasm', import.meta.url)) });

export { MatchInPlay, audit, auditEach, explain, formats, join, leaks, matchPage, page, score, text, verify } from './caipan.js';
