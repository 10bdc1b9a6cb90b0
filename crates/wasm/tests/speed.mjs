// States the speed of the package as a ratio to native code: speed.mjs FOLDER NATIVE. NATIVE holds the seconds of native code.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from 'caipan';

const [folder, native] = process.argv.slice(2);
const logs = readdirSync(folder).sort().map((name) => readFileSync(join(folder, name)));
// As examples/speed.rs: the best of ten rounds.
const rounds = Array.from({ length: 10 }, () => {
    const began = performance.now();
    for (const log of logs) audit(log);
    return (performance.now() - began) / 1000;
});
const best = Math.min(...rounds);
const ratio = best / Number(readFileSync(native, 'utf8'));
console.log(`wasm: ${((best / logs.length) * 1000).toFixed(2)} ms per log, ${ratio.toFixed(2)} times native`);
if (!(ratio < 6)) {
    console.error('wasm: the module is more than six times slower than native code');
    process.exit(1);
}
