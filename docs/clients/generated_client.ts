/**
 * Stores a log, reads its report, rules on it, sends a batch and tries an adapter, with generated types.
 *
 * README.md beside this file says how to generate caipan.ts and how to run this program. The key comes from the
 * environment:
 *
 *     CAIPAN_KEY=... node generated_client.js URL LOG ADAPTER SAMPLE
 *
 * LOG is a paipu/1 document, SAMPLE a log of a platform that ADAPTER reads.
 */

import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./caipan.js";

type GameLog = components["schemas"]["GameLog"];
type Problem = components["schemas"]["Problem"];
type BatchAnswer = components["schemas"]["BatchAnswer"];
type Verdict = components["schemas"]["Verdict"];

const [url, logFile, adapterFile, sampleFile] = process.argv.slice(2);
if (url === undefined || logFile === undefined || adapterFile === undefined || sampleFile === undefined) {
  throw new Error("usage: generated_client.js URL LOG ADAPTER SAMPLE");
}

// Answers come as JSON by default: the type parameter leaves out the pages and texts that `Accept` can ask for.
const client = createClient<paths, "application/json" | "application/problem+json">({
  baseUrl: url,
  headers: { Authorization: `Bearer ${process.env["CAIPAN_KEY"]}` },
});

/** Returns the data of an answer. Throws the sentence of a problem. */
function expect<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.data !== undefined) return answer.data;
  throw new Error(`${answer.error?.code}: ${answer.error?.detail_en}\n${answer.error?.detail_zh}`);
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const document = JSON.parse(readFileSync(logFile, "utf8")) as GameLog;

const log = expect(await client.POST("/v1/logs", { body: document }));
const path = { id: log.id };
const report = expect(await client.GET("/v1/reports/{id}", { params: { path } }));
const verdict: Verdict = report.verdict;
check(verdict === log.verdict, `the report is ${verdict}, the log ${log.verdict}`);
console.log(`report: ${log.id} is ${verdict}, with ${report.findings.length} findings`);

const ruling = expect(
  await client.POST("/v1/reports/{id}/rulings", {
    params: { path, header: { "Idempotency-Key": `upheld-${log.id}` } },
    body: { kind: "uphold", note: "Seen by the desk.", referee: "Desk 2" },
  }),
);
const { rulings } = expect(await client.GET("/v1/reports/{id}/rulings", { params: { path } }));
const read = rulings.filter((one) => one.digest === ruling.digest);
check(read.length === 1 && read[0]?.entry.kind === "uphold", "the ruling cannot be read back");
console.log(`ruling: ${read[0]?.entry.number} by ${read[0]?.entry.referee}`);

// The lines of a batch are bytes, not JSON; each line of the answer is a BatchAnswer.
const lines = [1, 2].map((number) => JSON.stringify({ ...document, id: `batch-${number}` }) + "\n").join("");
const batch = await client.POST("/v1/logs:batch", {
  headers: { "Content-Type": "application/octet-stream" },
  body: lines,
  bodySerializer: (body) => body,
  parseAs: "text",
});
check(batch.response.status === 200 && batch.data !== undefined, "the batch is refused");
const answers = String(batch.data)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as BatchAnswer);
check(answers.length === 2 && answers.every((answer) => answer.status === 201), String(batch.data));
const listed = expect(await client.GET("/v1/logs", { params: { query: { verdict, limit: 10 } } }));
check(
  answers.every((answer) => listed.logs.some((one) => one.id === answer.id)),
  "the list lacks a log of the batch",
);
console.log(`batch: ${answers.length} logs stored`);

const [adapter, sample] = [readFileSync(adapterFile, "utf8"), readFileSync(sampleFile, "utf8")];
const trial = expect(await client.POST("/v1/adapters:test", { body: { adapter, sample } }));
check(trial.matches.length > 0, "the adapter reads no match");
console.log(`adapter: the sample is ${trial.matches[0]?.verdict}`);

// A problem is an answer too, not an exception.
const missing = await client.GET("/v1/reports/{id}", { params: { path: { id: "0".repeat(32) } } });
check(missing.error?.code === "log-not-found", "a missing report is no problem");
console.log(`problem: ${missing.error?.detail_zh}`);
