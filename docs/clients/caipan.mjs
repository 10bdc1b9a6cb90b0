// A client of caipan 0.1.0: one method an operation. Node 18 or later, or a browser; nothing else is needed.
//
// Written from openapi/openapi.json by the tests of caipan: change that, not this. Copy it beside your program.

/** An answer that is none: `status`, `code`, and all that the problem document says in `said`. */
export class Problem extends Error {
  constructor(status, said) {
    super(`${said.code ?? ''}: ${said.detail ?? ''}`);
    Object.assign(this, { status, said, code: said.code ?? '' });
  }
}

const isJson = (answer) => (answer.headers.get('content-type') ?? '').split(';')[0].endsWith('json');

/** The service at an address, with a key where it asks for one. */
export class Caipan {
  constructor(base, { key, pauses = [500, 1000, 2000, 4000] } = {}) {
    Object.assign(this, { base: base.replace(/\/+$/, ''), key, pauses });
  }

  /** Asks, and asks again what is busy, too fast or unreachable: every operation can be asked twice. */
  async call(method, path, { query = {}, headers = {}, body, contentType, accept = 'application/json' }) {
    const there = (pairs) => Object.entries(pairs).filter(([, value]) => value !== undefined && value !== null);
    const asked = new URLSearchParams(there(query)).toString();
    const sent = { ...Object.fromEntries(there(headers)), Accept: accept };
    if (this.key) sent.Authorization = `Bearer ${this.key}`;
    if (body !== undefined) {
      sent['Content-Type'] = contentType;
      if (typeof body !== 'string' && !(body instanceof Uint8Array)) body = JSON.stringify(body);
    }
    for (const pause of [...this.pauses, undefined]) {
      let answer;
      try {
        answer = await fetch(this.base + path + (asked && `?${asked}`), { method, headers: sent, body });
      } catch (error) {
        if (pause === undefined) throw error;
      }
      if (answer && (![429, 503].includes(answer.status) || pause === undefined)) {
        const text = await answer.text();
        const said = isJson(answer) && text ? JSON.parse(text) : text;
        if (answer.status >= 400) throw new Problem(answer.status, typeof said === 'string' ? {} : said);
        return { status: answer.status, headers: answer.headers, body: said };
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return undefined;
  }

  /** Say that the process lives: GET /healthz */
  live() {
    return this.call('GET', '/healthz', {});
  }

  /** Say whether requests can be served: GET /readyz */
  ready() {
    return this.call('GET', '/readyz', {});
  }

  /** List the adapters that are known by name: GET /v1/adapters */
  listAdapters() {
    return this.call('GET', '/v1/adapters', {});
  }

  /** Find an adapter of the tenant: GET /v1/adapters/{name} */
  findAdapter(name, { digest } = {}) {
    return this.call('GET', `/v1/adapters/${encodeURIComponent(name)}`, { query: { digest } });
  }

  /** Put an adapter: PUT /v1/adapters/{name} */
  putAdapter(name, body) {
    return this.call('PUT', `/v1/adapters/${encodeURIComponent(name)}`, { body, contentType: 'application/octet-stream' });
  }

  /** Remove an adapter of the tenant: DELETE /v1/adapters/{name} */
  removeAdapter(name) {
    return this.call('DELETE', `/v1/adapters/${encodeURIComponent(name)}`, {});
  }

  /** Guess an adapter from a sample: POST /v1/adapters:new */
  guessAdapter(body) {
    return this.call('POST', '/v1/adapters:new', { body, contentType: 'application/json' });
  }

  /** Try an adapter on a sample: POST /v1/adapters:test */
  testAdapter(body) {
    return this.call('POST', '/v1/adapters:test', { body, contentType: 'application/json' });
  }

  /** Audit a log without keeping it: POST /v1/audits */
  auditLog(body, { from, adapter, inProgress, lang, contentType = 'application/json', accept = 'application/json' } = {}) {
    return this.call('POST', '/v1/audits', { query: { from, adapter, 'in_progress': inProgress, lang }, body, contentType, accept });
  }

  /** List the checks: GET /v1/checks */
  listChecks() {
    return this.call('GET', '/v1/checks', {});
  }

  /** Find a check: GET /v1/checks/{code} */
  findCheck(code) {
    return this.call('GET', `/v1/checks/${encodeURIComponent(code)}`, {});
  }

  /** Read the checkpoint of all that was given: GET /v1/evidence */
  findCheckpoint({ place, since, witnessed, accept = 'application/json' } = {}) {
    return this.call('GET', '/v1/evidence', { query: { place, since, witnessed }, accept });
  }

  /** Read the current public key of checkpoints: GET /v1/evidence/key */
  findEvidenceKey({ accept = 'application/x-pem-file' } = {}) {
    return this.call('GET', '/v1/evidence/key', { accept });
  }

  /** Read the public keys of checkpoints: GET /v1/evidence/keys */
  findEvidenceKeys({ origin, accept = 'application/json' } = {}) {
    return this.call('GET', '/v1/evidence/keys', { query: { origin }, accept });
  }

  /** List the witnesses of the checkpoints: GET /v1/evidence/witnesses */
  listWitnesses() {
    return this.call('GET', '/v1/evidence/witnesses', {});
  }

  /** Follow the verdicts: GET /v1/feed */
  readFeed({ after, limit, wait } = {}) {
    return this.call('GET', '/v1/feed', { query: { after, limit, wait } });
  }

  /** List the jobs: GET /v1/jobs */
  listJobs({ limit, after } = {}) {
    return this.call('GET', '/v1/jobs', { query: { limit, after } });
  }

  /** Ask for long work: POST /v1/jobs */
  makeJob(body, { idempotencyKey } = {}) {
    return this.call('POST', '/v1/jobs', { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }

  /** Find a job: GET /v1/jobs/{id} */
  findJob(id) {
    return this.call('GET', `/v1/jobs/${encodeURIComponent(id)}`, {});
  }

  /** Cancel a job, or remove one that has ended: DELETE /v1/jobs/{id} */
  cancelJob(id) {
    return this.call('DELETE', `/v1/jobs/${encodeURIComponent(id)}`, {});
  }

  /** Fetch a part of what a job gives: GET /v1/jobs/{id}/parts/{number} */
  fetchJobPart(id, number, { accept = 'application/zstd' } = {}) {
    return this.call('GET', `/v1/jobs/${encodeURIComponent(id)}/parts/${encodeURIComponent(number)}`, { accept });
  }

  /** List the keys: GET /v1/keys */
  listKeys({ limit, after } = {}) {
    return this.call('GET', '/v1/keys', { query: { limit, after } });
  }

  /** Make a key: POST /v1/keys */
  makeKey(body, { idempotencyKey } = {}) {
    return this.call('POST', '/v1/keys', { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }

  /** Find a key: GET /v1/keys/{id} */
  findKey(id) {
    return this.call('GET', `/v1/keys/${encodeURIComponent(id)}`, {});
  }

  /** Revoke a key: DELETE /v1/keys/{id} */
  revokeKey(id) {
    return this.call('DELETE', `/v1/keys/${encodeURIComponent(id)}`, {});
  }

  /** List stored logs, newest first: GET /v1/logs */
  listLogs({ platform, game, system, verdict, client, code, player, since, until, limit, after } = {}) {
    return this.call('GET', '/v1/logs', { query: { platform, game, system, verdict, client, code, player, since, until, limit, after } });
  }

  /** Store a log and audit it: POST /v1/logs */
  ingestLog(body, { from, adapter, corrects, idempotencyKey, contentType = 'application/json' } = {}) {
    return this.call('POST', '/v1/logs', { query: { from, adapter, corrects }, headers: { 'Idempotency-Key': idempotencyKey }, body, contentType });
  }

  /** Find a stored log: GET /v1/logs/{id} */
  findLog(id) {
    return this.call('GET', `/v1/logs/${encodeURIComponent(id)}`, {});
  }

  /** Get the bytes of a log as they were received: GET /v1/logs/{id}/raw */
  findRawLog(id, { ifNoneMatch, range, ifRange, accept = 'application/vnd.paipu+json' } = {}) {
    return this.call('GET', `/v1/logs/${encodeURIComponent(id)}/raw`, { headers: { 'If-None-Match': ifNoneMatch, 'Range': range, 'If-Range': ifRange }, accept });
  }

  /** Store many logs: POST /v1/logs:batch */
  ingestBatch(body, { from, adapter, accept = 'application/x-ndjson' } = {}) {
    return this.call('POST', '/v1/logs:batch', { query: { from, adapter }, body, contentType: 'application/octet-stream', accept });
  }

  /** Join the records of one match: POST /v1/logs:join */
  joinLogs(body, { from, adapter, audit } = {}) {
    return this.call('POST', '/v1/logs:join', { query: { from, adapter, audit }, body, contentType: 'application/json' });
  }

  /** Find what a client could not see: POST /v1/logs:leaks */
  findLeaks(body, { from, adapter } = {}) {
    return this.call('POST', '/v1/logs:leaks', { query: { from, adapter }, body, contentType: 'application/json' });
  }

  /** Find the house rules of the tenant: GET /v1/presets */
  findPresets({ digest } = {}) {
    return this.call('GET', '/v1/presets', { query: { digest } });
  }

  /** Put the house rules: PUT /v1/presets */
  putPresets(body) {
    return this.call('PUT', '/v1/presets', { body, contentType: 'application/octet-stream' });
  }

  /** Remove the house rules of the tenant: DELETE /v1/presets */
  removePresets() {
    return this.call('DELETE', '/v1/presets', {});
  }

  /** Read the report of a stored log: GET /v1/reports/{id} */
  findReport(id, { lang, ifNoneMatch, accept = 'application/json' } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}`, { query: { lang }, headers: { 'If-None-Match': ifNoneMatch }, accept });
  }

  /** Audit a stored log again: POST /v1/reports/{id} */
  auditAgain(id) {
    return this.call('POST', `/v1/reports/${encodeURIComponent(id)}`, {});
  }

  /** Prove a report: GET /v1/reports/{id}/evidence */
  proveReport(id, { since, witnessed } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/evidence`, { query: { since, witnessed } });
  }

  /** Show every step of a hand: GET /v1/reports/{id}/hands/{n}/steps */
  listSteps(id, n, { ifNoneMatch } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/hands/${encodeURIComponent(n)}/steps`, { headers: { 'If-None-Match': ifNoneMatch } });
  }

  /** Show the table at a moment, and who could do what: GET /v1/reports/{id}/hands/{n}/steps/{k} */
  findStep(id, n, k, { lang, seat, hide, accept = 'application/json' } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/hands/${encodeURIComponent(n)}/steps/${encodeURIComponent(k)}`, { query: { lang, seat, hide }, accept });
  }

  /** Keep a report as one file: GET /v1/reports/{id}/page */
  keepReport(id, { lang } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/page`, { query: { lang }, accept: 'text/html' });
  }

  /** Show a report as a picture: GET /v1/reports/{id}/picture */
  drawReport(id, { lang, shape, finding, ifNoneMatch } = {}) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/picture`, { query: { lang, shape, finding }, headers: { 'If-None-Match': ifNoneMatch }, accept: 'image/png' });
  }

  /** List the rulings on a report: GET /v1/reports/{id}/rulings */
  listRulings(id) {
    return this.call('GET', `/v1/reports/${encodeURIComponent(id)}/rulings`, {});
  }

  /** Rule on a report: POST /v1/reports/{id}/rulings */
  rule(id, body, { idempotencyKey } = {}) {
    return this.call('POST', `/v1/reports/${encodeURIComponent(id)}/rulings`, { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }

  /** Judge a stored log otherwise: POST /v1/reports/{id}/what-if */
  suppose(id, body) {
    return this.call('POST', `/v1/reports/${encodeURIComponent(id)}/what-if`, { body, contentType: 'application/json' });
  }

  /** List the rule systems: GET /v1/rules */
  listRules() {
    return this.call('GET', '/v1/rules', {});
  }

  /** Find a rule system: GET /v1/rules/{system} */
  findRules(system) {
    return this.call('GET', `/v1/rules/${encodeURIComponent(system)}`, {});
  }

  /** Work out a settlement: POST /v1/score */
  scoreWin(body) {
    return this.call('POST', '/v1/score', { body, contentType: 'application/json' });
  }

  /** Count what is wrong, by platform, rule system, client and code: GET /v1/statistics */
  statistics({ platform, system, client } = {}) {
    return this.call('GET', '/v1/statistics', { query: { platform, system, client } });
  }

  /** Show what was done, and by which key: GET /v1/trail */
  listTrail({ key, limit, after } = {}) {
    return this.call('GET', '/v1/trail', { query: { key, limit, after } });
  }

  /** List the webhooks: GET /v1/webhooks */
  listWebhooks() {
    return this.call('GET', '/v1/webhooks', {});
  }

  /** Make a webhook: POST /v1/webhooks */
  makeWebhook(body, { idempotencyKey } = {}) {
    return this.call('POST', '/v1/webhooks', { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }

  /** Find a webhook: GET /v1/webhooks/{id} */
  findWebhook(id) {
    return this.call('GET', `/v1/webhooks/${encodeURIComponent(id)}`, {});
  }

  /** Remove a webhook: DELETE /v1/webhooks/{id} */
  removeWebhook(id) {
    return this.call('DELETE', `/v1/webhooks/${encodeURIComponent(id)}`, {});
  }

  /** List the messages that were given up: GET /v1/webhooks/{id}/dead */
  listDeadLetters(id, { limit, after } = {}) {
    return this.call('GET', `/v1/webhooks/${encodeURIComponent(id)}/dead`, { query: { limit, after } });
  }

  /** End the old secret: DELETE /v1/webhooks/{id}/old-secret */
  endOldWebhookSecret(id) {
    return this.call('DELETE', `/v1/webhooks/${encodeURIComponent(id)}/old-secret`, {});
  }

  /** Send a ping: POST /v1/webhooks/{id}/ping */
  pingWebhook(id) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/ping`, {});
  }

  /** Send again: POST /v1/webhooks/{id}/replay */
  replayWebhook(id, body, { idempotencyKey } = {}) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/replay`, { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }

  /** Replace the secret: POST /v1/webhooks/{id}/secret */
  rotateWebhookSecret(id, body, { idempotencyKey } = {}) {
    return this.call('POST', `/v1/webhooks/${encodeURIComponent(id)}/secret`, { headers: { 'Idempotency-Key': idempotencyKey }, body, contentType: 'application/json' });
  }
}
