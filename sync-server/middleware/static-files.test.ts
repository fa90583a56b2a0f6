import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { testApp } from '../testing/test-app.ts';
import { bestEncoding } from './static-files.ts';

function builtApp(variables: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const dist = join(folder.path, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(dist, path), text);
  write('index.html', '<title>Promptory</title>');
  write('service-worker.js', 'self.skipWaiting');
  write('manifest.webmanifest', '{}');
  write('.hidden', 'hidden');
  write('assets/main-abc123.js', 'main');
  write('assets/main-abc123.js.br', 'brotli bytes');
  write('assets/main-abc123.js.gz', 'gzip bytes');
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  symlinkSync(join(folder.path, 'secret.txt'), join(dist, 'link.txt'));
  const server = testApp({ dist, variables });
  return {
    write,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      server.app.request(path, { method, headers }),
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const page = { Accept: 'text/html,application/xhtml+xml' };

test('a navigation to any address gets the app, and asks again each time', async () => {
  using built = builtApp();
  for (const path of [
    '/',
    '/auth',
    '/p/4503599627370495?version=2',
    '/f/7',
    '/no/such/page',
    '/index.html',
  ]) {
    const answer = await built.get(path, page);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(await answer.text()).toBe('<title>Promptory</title>');
  }
});

test('the app is never an answer to the API, a missing asset, or something that is no page', async () => {
  using built = builtApp();
  for (const [path, headers] of [
    ['/api/no-such', page],
    ['/assets/gone-1.js', page],
    ['/gone.png', { Accept: 'image/*' }],
  ] as const) {
    expect([path, (await built.get(path, headers)).status]).toEqual([path, 404]);
  }
});

test('hashed assets are kept for ever, the worker and the manifest are asked for again', async () => {
  using built = builtApp();
  const asset = await built.get('/assets/main-abc123.js');
  expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect((await built.get('/service-worker.js')).headers.get('Cache-Control')).toBe('no-cache');
  const manifest = await built.get('/manifest.webmanifest');
  expect(manifest.headers.get('Cache-Control')).toBe('no-cache');
  expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json');
});

test('an unchanged file is answered 304, a changed one in full', async () => {
  using built = builtApp();
  const etag = (await built.get('/', page)).headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const same = await built.get('/', { ...page, 'If-None-Match': `"other", W/${etag}` });
  expect(same.status).toBe(304);
  expect(await same.text()).toBe('');
  built.write('index.html', '<title>Promptory, a new build</title>');
  const changed = await built.get('/', { ...page, 'If-None-Match': etag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain('a new build');
});

test('compressed forms are sent to those who take them, under a tag of their own', async () => {
  using built = builtApp();
  const brotli = await built.get('/assets/main-abc123.js', { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(brotli.headers.get('Content-Encoding')).toBe('br');
  expect(brotli.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await brotli.text()).toBe('brotli bytes');
  const gzip = await built.get('/assets/main-abc123.js', { 'Accept-Encoding': 'gzip' });
  expect(await gzip.text()).toBe('gzip bytes');
  const plain = await built.get('/assets/main-abc123.js');
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(await plain.text()).toBe('main');
  const tags = [brotli, gzip, plain].map(({ headers }) => headers.get('ETag'));
  expect(new Set(tags).size).toBe(3);
});

test.each([
  ['', 'identity'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['deflate', 'identity'],
  ['br;q=0.5', 'br'],
])('Accept-Encoding %j chooses %s', (header, encoding) => {
  const encodings = new Map([
    ['identity', 'a'],
    ['br', 'b'],
    ['gzip', 'c'],
  ] as const);
  expect(bestEncoding(header, { encodings })).toBe(encoding);
});

test('HEAD has the headers of GET and no body; other methods are refused', async () => {
  using built = builtApp();
  const head = await built.get('/assets/main-abc123.js', {}, 'HEAD');
  expect(head.headers.get('Content-Length')).toBe('4');
  expect(await head.text()).toBe('');
  const post = await built.get('/', {}, 'POST');
  expect(post.status).toBe(405);
  expect(post.headers.get('Allow')).toBe('GET, HEAD');
});

test('nothing outside the built app can be read, nor hidden files, nor what a link leads to', async () => {
  using built = builtApp();
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/link.txt',
    '/.hidden',
    '/assets',
    '/assets/',
    '/index.html%00',
  ]) {
    const answer = await built.get(path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test('a server without a built app answers that there is none', async () => {
  using server = testApp();
  const answer = await server.app.request('/', { headers: page });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('has not been built yet');
});

test('a page may run the script and apply the style that it has within it and no other, and one not changed too', async () => {
  using built = builtApp();
  const [script, style] = ['document.title = "Promptory";', 'html { color: red }'];
  built.write(
    'index.html',
    `<script>${script}</script><script type="module" src="/assets/main-abc123.js"></script><style>${style}</style>`,
  );
  const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const answer = await built.get('/', page);
  const unchanged = await built.get('/', { ...page, 'If-None-Match': answer.headers.get('ETag') ?? '' });
  expect([answer.status, unchanged.status]).toEqual([200, 304]);
  for (const { headers } of [answer, unchanged]) {
    const policy = (headers.get('Content-Security-Policy') ?? '').split('; ');
    expect(policy).toContain(`script-src 'self' ${source(script)}`);
    expect(policy.find((each) => each.startsWith('style-src'))?.endsWith(` ${source(style)}`)).toBe(true);
  }
  const asset = await built.get('/assets/main-abc123.js');
  expect(asset.headers.get('Content-Security-Policy')).toContain("script-src 'self';");
});

test('a page may call models where the admin allows it, and nothing else may', async () => {
  using built = builtApp({ MODEL_ORIGINS: 'http://10.0.0.5:11434 https://models.example' });
  const connects = async (path: string) => {
    const policy = (await built.get(path, page)).headers.get('Content-Security-Policy') ?? '';
    return policy.split('; ').find((each) => each.startsWith('connect-src'));
  };
  expect(await connects('/p/7')).toBe("connect-src 'self' http://10.0.0.5:11434 https://models.example");
  expect(await connects('/assets/main-abc123.js')).toBe("connect-src 'self'");
  expect(await connects('/healthz')).toBe("connect-src 'self'");
});
