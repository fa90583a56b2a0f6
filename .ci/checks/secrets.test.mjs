import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSecrets } from './secrets.mjs';

async function complaintsAbout(text) {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'settings.txt'), text);
  return (await checkSecrets({ folder, files: ['settings.txt'] })).complaints;
}

/** Put together here, so that this file holds no secret itself. */
const privateKey = [
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  ...Array.from({ length: 12 }, (_, line) => 'MIIEowIBAAKCAQEA'.repeat(4).replaceAll('A', String(line % 10))),
  `-----END RSA ${'PRIVATE'} KEY-----`,
].join('\n');

test.each([
  ['a private key', privateKey],
  ['a token of GitHub', `token=ghp${'_'}${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`],
  ['a key of AWS', `aws_secret_access_key = ${'q7Zr2mXvT9/LkB4nW1dP'}${'yH6sJ3fUcE8aG5oKiRtM'}`],
])('%s is found, with its line and without its text', async (_, secret) => {
  const complaints = await complaintsAbout(`first line\n${secret}\n`);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toMatch(/^settings\.txt:2: /);
  expect(complaints[0]).not.toContain(secret.split('\n').at(-2) ?? secret.slice(-20));
});

test('a text without a secret is no complaint', async () => {
  expect(await complaintsAbout('password = process.env.PASSWORD')).toEqual([]);
});
