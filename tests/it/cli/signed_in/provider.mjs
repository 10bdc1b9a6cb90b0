// An OpenID Connect provider for tests: oidc-provider with accounts from the command line. The form of a login is a link for each
// account. POST /spoil changes what it sends from then on, so that tests see what the service refuses.
//
// node provider.mjs FOLDER_OF_OIDC_PROVIDER PORT ADDRESS_OF_THE_SERVICE ACCOUNTS_AS_JSON

import { constants, createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [folder, port, service, accounts] = process.argv.slice(2);
const { default: Provider } = await import(pathToFileURL(`${folder}/node_modules/oidc-provider/lib/index.js`));
const people = JSON.parse(accounts);
const secret = 'the secret + of: caipan/%';

const pair = (kind, options) => generateKeyPairSync(kind, options).privateKey;
const rsa = (modulusLength) => pair('rsa', { modulusLength });
const [own, foreign] = [rsa(2048), rsa(2048)];
const kid = randomUUID();

// Further keys that are published: those of each kind, one that is too short, and one for another use.
const curve = (namedCurve) => pair('ec', { namedCurve });
const others = { R: rsa(2048), P: rsa(2048), ES256: curve('P-256'), ES384: curve('P-384'), EdDSA: pair('ed25519'), small: rsa(1024), use: rsa(2048) };
const published = Object.entries(others).map(([name, key]) => ({
    ...createPublicKey(key).export({ format: 'jwk' }),
    kid: name,
    use: name === 'use' ? 'enc' : 'sig',
}));

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
    const hash = head.alg === 'EdDSA' ? null : `sha${head.alg.slice(2)}`;
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    const options = { key, dsaEncoding: 'ieee-p1363', ...(head.alg.startsWith('PS') && pss) };
    return `${text}.${sign(hash, Buffer.from(text), options).toString('base64url')}`;
};

// Spoils a token, by the name of the fault. The name of an algorithm is no fault: the token is signed with it.
const head = { alg: 'RS256', kid };
const soon = () => Math.floor(Date.now() / 1000) + 600;
const by = (alg, name) => (claims) => signed({ alg, kid: name }, claims, others[name]);
const faults = {
    nonce: (claims) => signed(head, { ...claims, nonce: 'another' }, own),
    'no-nonce': ({ nonce, ...claims }) => signed(head, claims, own),
    audience: (claims) => signed(head, { ...claims, aud: 'another' }, own),
    audiences: (claims) => signed(head, { ...claims, aud: ['caipan', 'another'] }, own),
    issuer: (claims) => signed(head, { ...claims, iss: 'http://127.0.0.1:1' }, own),
    'audiences-azp': (claims) => signed(head, { ...claims, aud: ['caipan', 'another'], azp: 'caipan' }, own),
    azp: (claims) => signed(head, { ...claims, azp: 'another' }, own),
    'not-yet': (claims) => signed(head, { ...claims, nbf: soon(), exp: soon() + 600 }, own),
    future: (claims) => signed(head, { ...claims, iat: soon(), exp: soon() + 600 }, own),
    'no-iat': ({ iat, ...claims }) => signed(head, claims, own),
    'no-exp': ({ exp, ...claims }) => signed(head, claims, own),
    critical: (claims) => signed({ ...head, crit: ['exp'] }, claims, own),
    access: (claims) => signed({ ...head, typ: 'at+jwt' }, claims, own),
    nested: (claims) => signed({ ...head, cty: 'JWT' }, claims, own),
    public: (claims) => signed({ alg: 'HS256', kid }, claims, createPublicKey(own).export({ type: 'spki', format: 'pem' })),
    small: by('RS256', 'small'),
    use: by('RS256', 'use'),
    // The key says that it is for RS256.
    'other-alg': (claims) => signed({ alg: 'PS256', kid }, claims, own),
    'other-curve': by('ES384', 'ES256'),
    'no-kid': (claims) => signed({ alg: 'RS256' }, claims, own),
    ...Object.fromEntries(['RS256', 'RS384', 'RS512'].map((alg) => [alg, by(alg, 'R')])),
    ...Object.fromEntries(['PS256', 'PS384', 'PS512'].map((alg) => [alg, by(alg, 'P')])),
    ...Object.fromEntries(['ES256', 'ES384', 'EdDSA'].map((alg) => [alg, by(alg, alg)])),
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
    if (context.path === '/jwks') context.body = { keys: [...context.body.keys, ...published] };
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
