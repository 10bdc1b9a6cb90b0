// A client of caipan VERSION: one method an operation. Node 18 or later, or a browser; nothing else is needed.
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
