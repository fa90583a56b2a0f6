/** Tests the whole app under a path of an origin that it shares with others, as behind a reverse proxy. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolderInMemory } from './testing/temporary-folder.ts';
import { cookieOf, jsonRequest, type TestApp, testApp } from './testing/test-app.ts';

const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
const proxied = { BASE_PATH: '/promptory/', PUBLIC_ORIGIN: 'https://home.example.org', REGISTRATION: 'open' };
const origin = 'https://home.example.org';
const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const page = `<meta name="promptory-base" content="/" /><meta name="description" content="Write" />
<script src="/assets/main.js"></script><link href="/manifest.webmanifest" /><a href="//example.org/">
<style>@font-face{src:url(/assets/inter.woff2)}</style>`;
const manifest = '{"start_url":"/","scope":"/","id":"/","icons":[{"src":"/icon.svg"}]}';
const script = 'import "./other.js"';
const worker = [page, manifest, script].map((text) => JSON.stringify(integrity(text))).join('\n');

/** A folder like the one that a build makes. */
function builtApp() {
  const folder = temporaryFolderInMemory();
  const files = {
    'index.html': page,
    'index.html.br': 'compressed for the root',
    'manifest.webmanifest': manifest,
    'service-worker.js': worker,
    'assets/main.js': script,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  return folder;
}

const get = ({ app }: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.request(`${origin}${path}`, { headers });

test('under a base path the page names its files and the base path, and everything else is as it was built', async () => {
  using dist = builtApp();
  using server = testApp({ variables: proxied, dist: dist.path });
  const html = { Accept: 'text/html' };
  const served = await (await get(server, '/promptory/', html)).text();
  expect(served).toBe(
    page
      .replace('content="/"', 'content="/promptory/"')
      .replaceAll(/(src|href)="\/(?!\/)/g, '$1="/promptory/')
      .replace('url(/', 'url(/promptory/'),
  );
  for (const path of ['/promptory/auth', '/promptory/anything/deep', '/']) {
    expect(await (await get(server, path, html)).text()).toBe(served);
  }
  const asset = await get(server, '/promptory/assets/main.js');
  expect([await asset.text(), asset.headers.get('Cache-Control')]).toEqual([
    script,
    'public, max-age=31536000, immutable',
  ]);
  expect(await (await get(server, '/promptory/manifest.webmanifest')).json()).toEqual({
    start_url: '/promptory/',
    scope: '/promptory/',
    id: '/promptory/',
    icons: [{ src: '/promptory/icon.svg' }],
  });
});

test('the service worker verifies the files as they are served, and each encoding is of the same bytes', async () => {
  using dist = builtApp();
  using server = testApp({ variables: proxied, dist: dist.path });
  const texts = await Promise.all(
    ['index.html', 'manifest.webmanifest', 'assets/main.js'].map(async (name) =>
      (await get(server, `/promptory/${name}`)).text(),
    ),
  );
  const hashes = (await (await get(server, '/promptory/service-worker.js')).text()).split('\n');
  expect(hashes.map((line) => JSON.parse(line))).toEqual(texts.map(integrity));
  const zipped = await get(server, '/promptory/index.html', { 'Accept-Encoding': 'br, gzip' });
  expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
  expect(gunzipSync(new Uint8Array(await zipped.arrayBuffer())).toString()).toBe(texts[0]);
  const tag = zipped.headers.get('ETag') ?? '';
  const unchanged = await get(server, '/promptory/', {
    'If-None-Match': tag,
    'Accept-Encoding': 'gzip',
    Accept: 'text/html',
  });
  expect(unchanged.status).toBe(304);
  writeFileSync(join(dist.path, 'index.html'), `${page} of a new build`);
  expect(await (await get(server, '/promptory/index.html')).text()).toMatch(/of a new build$/);
});

test('without a base path each file is served byte for byte as it was built', async () => {
  using dist = builtApp();
  using server = testApp({ dist: dist.path });
  for (const [path, text] of [
    ['index.html', page],
    ['service-worker.js', worker],
  ] as const) {
    expect(await (await server.app.request(`/${path}`)).text()).toBe(text);
  }
});

test('the base path without its slash leads to the one with it, and keeps the query', async () => {
  using server = testApp({ variables: proxied });
  const answer = await get(server, '/promptory?invite=x');
  expect([answer.status, answer.headers.get('Location')]).toEqual([308, '/promptory/?invite=x']);
});

test('the API, the event stream and health are below the base path, and at the root for a proxy that takes it away', async () => {
  using dist = builtApp();
  using server = testApp({ variables: proxied, dist: dist.path });
  const registration = jsonRequest('POST', ada, { Origin: origin });
  const made = await server.app.request(`${origin}/promptory/api/register`, registration);
  expect(made.status).toBe(201);
  const Cookie = cookieOf(made);
  for (const base of ['/promptory', '']) {
    expect((await get(server, `${base}/api/user`, { Cookie })).status).toBe(200);
    expect((await get(server, `${base}/healthz`)).status).toBe(200);
    expect((await get(server, `${base}/api/nothing`)).status).toBe(404);
    const stream = await get(server, `${base}/api/sync/events`, { Cookie });
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream');
    await stream.body?.cancel();
  }
  expect((await get(server, '/promptoryapi/user', { Cookie })).status).toBe(404);
});

test('cookies are sent to the base path alone and have its name, so that no neighbour reads or replaces them', async () => {
  using below = testApp({ variables: proxied });
  using root = testApp({ variables: { ...proxied, BASE_PATH: '/' } });
  const registration = jsonRequest('POST', ada, { Origin: origin });
  const cookies = async ({ app }: TestApp) =>
    (await app.request(`${origin}/api/register`, registration)).headers.getSetCookie();
  expect(await cookies(below)).toEqual([
    expect.stringMatching(
      /^__Secure-promptory_session_promptory=[\w-]{43}; .*Path=\/promptory\/; HttpOnly; Secure/,
    ),
    expect.stringMatching(
      /^__Secure-promptory_device_promptory=[\w.-]+; .*Path=\/promptory\/; HttpOnly; Secure/,
    ),
  ]);
  const atRoot = await cookies(root);
  expect(atRoot[0]).toMatch(/^__Host-promptory_session=[\w-]{43}; .*Path=\/; HttpOnly; Secure/);
  const foreign = { Cookie: atRoot.map((cookie) => cookie.split(';', 1)[0]).join('; ') };
  expect((await get(below, '/promptory/api/user', foreign)).status).toBe(401);
  const signedIn = await below.app.request(`${origin}/promptory/api/login`, {
    ...jsonRequest('POST', { username: 'ada', password: ada.password }, { Origin: origin, ...foreign }),
  });
  const Cookie = `${foreign.Cookie}; ${cookieOf(signedIn)}`;
  expect((await get(below, '/promptory/api/user', { Cookie })).status).toBe(200);
  const headers = { Cookie, Origin: origin };
  const left = await below.app.request(`${origin}/promptory/api/logout`, { method: 'POST', headers });
  expect(left.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-promptory_session_promptory=; Max-Age=0; Path=\/promptory\/; Secure/),
  ]);
});

test('a link of an invitation leads below the base path', async () => {
  using server = testApp({ variables: { ...proxied, REGISTRATION: 'invite' } });
  const code = await server.services.admissions.drawFirstCode();
  const send = (path: string, body: object, headers = {}) =>
    server.app.request(
      `${origin}/promptory${path}`,
      jsonRequest('POST', body, { Origin: origin, ...headers }),
    );
  const Cookie = cookieOf(await send('/api/register', { ...ada, code }));
  const { link } = await (await send('/api/invitations', {}, { Cookie })).json();
  expect(link).toMatch(/^https:\/\/home\.example\.org\/promptory\/auth#invite=[\w-]{43}$/);
});
