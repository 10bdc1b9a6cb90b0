// An OpenID Connect provider for tests: oidc-provider with accounts from the command line. The form of a login is a link for each
// account. POST /spoil changes what it sends from then on, so that tests see what the service refuses.
//
// node provider.mjs FOLDER_OF_OIDC_PROVIDER PORT ADDRESS_OF_THE_SERVICE ACCOUNTS_AS_JSON

import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [folder, port, service, accounts] = process.argv.slice(2);
const { default: Provider } = await import(pathToFileURL(`${folder}/node_modules/oidc-provider/lib/index.js`));
const people = JSON.parse(accounts);
const secret = 'the secret + of: caipan/%';

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [own, foreign] = [pair(), pair()];
const kid = randomUUID();

const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
    clients: [{
        client_id: 'caipan',
        client_secret: secret,
        redirect_uris: [`${service}/sign-in/return`],
        post_logout_redirect_uris: [`${service}/`],
    }],
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a secret of the tests'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'roles', 'realm_access'], email: ['email'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    pkce: { methods: ['S256'], required: () => true },
    interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
    async findAccount(_, id) {
        return people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) };
    },
    async loadExistingGrant(context) {
        const { client, session } = context.oidc;
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
    },
});

const coded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (head, claims, key) => {
    const text = `${coded(head)}.${coded(claims)}`;
    if (head.alg === 'none') return `${text}.`;
    if (head.alg === 'HS256') return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
};

// Spoils a token, by the name of the fault.
const head = { alg: 'RS256', kid };
const faults = {
    nonce: (claims) => signed(head, { ...claims, nonce: 'another' }, own),
    'no-nonce': ({ nonce, ...claims }) => signed(head, claims, own),
    audience: (claims) => signed(head, { ...claims, aud: 'another' }, own),
    audiences: (claims) => signed(head, { ...claims, aud: ['caipan', 'another'] }, own),
    issuer: (claims) => signed(head, { ...claims, iss: 'http://127.0.0.1:1' }, own),
    expired: (claims) => signed(head, { ...claims, exp: 1_700_000_000 }, own),
    subject: ({ sub, ...claims }) => signed(head, claims, own),
    key: (claims) => signed(head, claims, foreign),
    kid: (claims) => signed({ alg: 'RS256', kid: 'unknown' }, claims, own),
    none: (claims) => signed({ alg: 'none' }, claims),
    shared: (claims) => signed({ alg: 'HS256' }, claims, secret),
    claims: (claims, token) => token.split('.').map((part, at) => (at === 1 ? coded({ ...claims, roles: ['boss'] }) : part)).join('.'),
};
let fault = '';

provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token' || !context.body?.id_token || !fault) return;
    const token = context.body.id_token;
    if (fault === 'huge') context.body.padding = 'x'.repeat(1 << 20);
    else if (fault === 'no-token') delete context.body.id_token;
    else context.body.id_token = faults[fault](JSON.parse(Buffer.from(token.split('.')[1], 'base64url')), token);
});

const callback = provider.callback();
const server = createServer(async (request, response) => {
    const url = new URL(request.url, issuer);
    const [, first, uid, account] = url.pathname.split('/');
    if (request.method === 'POST' && first === 'spoil') {
        fault = uid ?? '';
        return response.end();
    }
    if (first === 'login' && account === undefined) {
        const links = Object.keys(people).map((id) => `<a href="/login/${uid}/${id}">${id}</a>`);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        return response.end(links.join(' '));
    }
    if (first === 'login') {
        const result = account === 'cancel' ? { error: 'access_denied' } : { login: { accountId: account } };
        return provider.interactionFinished(request, response, result);
    }
    return callback(request, response);
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
// The test that started it is gone when its pipe is closed.
process.stdin.resume();
process.stdin.on('end', () => process.exit());
