import { expect, test } from 'vitest';
import { plainHttpNotice } from './plain-http-notice.ts';

const here = { port: 8787, ownAddresses: ['127.0.0.1', '192.168.1.20', 'fd00::20'] };

test.each([
  ['127.0.0.1', undefined],
  ['::1', undefined],
  ['localhost', 'http://localhost:8787'],
  ['unix:/run/promptory.sock', undefined],
  ['0.0.0.0', 'https://prompts.example.org'],
])('a server on %s with the public origin %s needs no notice of plain http', (host, publicOrigin) => {
  expect(plainHttpNotice({ host, publicOrigin, tls: undefined }, here)).toBeUndefined();
});

test.each([
  ['0.0.0.0', undefined, 'http://192.168.1.20:8787'],
  ['::', undefined, 'http://192.168.1.20:8787'],
  ['192.168.1.5', undefined, 'http://192.168.1.5:8787'],
  ['fd00::5', undefined, 'http://[fd00::5]:8787'],
  ['prompts.local', undefined, 'http://prompts.local:8787'],
  ['0.0.0.0', 'http://prompts.local:8787', 'http://prompts.local:8787'],
])('a server on %s with the public origin %s tells what plain http at %s lacks', (host, publicOrigin, at) => {
  const notice = plainHttpNotice({ host, publicOrigin, tls: undefined }, here);
  expect(notice).toBe(
    `Other devices reach it by plain http, like ${at}. There the app opens, edits and syncs while the server can be reached. Browsers keep two things for https: starting the app offline, and installing it. For these, put a reverse proxy with HTTPS in front and set PUBLIC_ORIGIN to its address (see docs/admin.md).`,
  );
});

test('a machine without an address of its own gets the same notice without an example', () => {
  const notice = plainHttpNotice(
    { host: '0.0.0.0', publicOrigin: undefined, tls: undefined },
    { port: 1, ownAddresses: [] },
  );
  expect(notice).toMatch(/^Other devices reach it by plain http\. There/);
});

test('a server with a certificate of its own needs no notice of plain http', () => {
  const tls = { cert: 'cert.pem', key: 'key.pem' };
  expect(plainHttpNotice({ host: '0.0.0.0', publicOrigin: undefined, tls }, here)).toBeUndefined();
});
