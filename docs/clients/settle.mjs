#!/usr/bin/env node
// Has a finished match audited before its points are booked. Node 18 or later, with caipan.mjs beside it.
//
//     settle.mjs http://127.0.0.1:8080 room.json [--adapter NAME] [--corrects ID]
//
// CAIPAN_KEY holds the key, where the service asks for one; it needs the scopes ingest and read.
// Exit status: 0 book it, 1 hold it back, 2 it could not be audited.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Caipan, Problem } from './caipan.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { adapter: { type: 'string' }, corrects: { type: 'string' } },
});
const [base, file] = positionals;

async function settle({ adapter, corrects }) {
  const body = await readFile(file);
  const idempotencyKey = createHash('sha256').update(body).update(JSON.stringify([adapter, corrects])).digest('hex');
  const service = new Caipan(base, { key: process.env.CAIPAN_KEY });
  const { body: log } = await service.ingestLog(body, {
    contentType: 'application/json', adapter, corrects, idempotencyKey,
  });
  const { body: report } = await service.findReport(log.id);
  console.log(`${log.id} ${report.verdict} ${report.rules.preset}@${report.rules.revision}`);
  for (const finding of report.findings ?? []) {
    if (finding.because === undefined) console.log(`  ${finding.code} ${finding.message.en}`);
  }
  for (const { from, to, points } of report.transfers ?? []) {
    console.log(`  seat ${from} owes seat ${to} ${points}`);
  }
  return ['faulty', 'variant'].includes(report.verdict) ? 1 : 0;
}

try {
  process.exitCode = await settle(values);
} catch (error) {
  // 409: the match is stored with other content; `log` names it, and --corrects replaces it.
  const log = error instanceof Problem ? (error.said.log ?? '') : '';
  console.log(`not audited: ${error.message} ${log}`.trimEnd());
  process.exitCode = 2;
}
