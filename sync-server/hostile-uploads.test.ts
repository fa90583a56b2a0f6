/** Whatever is uploaded under whatever name: what is kept lies inert, and nothing lands where it should not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileTypes } from '#shared/model/file-type.ts';
import { Resource } from '#shared/model/resource.ts';
import { createDiskBlobs } from './storage/blobs/disk-blobs.ts';
import { type HostileFile, hostileFiles, hostileNames } from './testing/hostile-uploads.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp } from './testing/test-app.ts';
import { type FileClient, fileClient, resourceRow, sha256 } from './testing/upload-requests.ts';

const corpus = hostileFiles();
const kept = corpus.filter((file) => file.kept);

/** Every line of it printable ASCII: nothing in a name has ended it or begun another. */
function isOneLine(header: string): boolean {
  return /^[\x20-\x7e]+$/.test(header);
}

function nameIn(disposition: string): string {
  const encoded = /; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(disposition)?.[1];
  return decodeURIComponent(encoded ?? '');
}

async function expectInert({ download }: FileClient, row: Resource, bytes: Uint8Array): Promise<void> {
  for (const query of ['', '?inline=1']) {
    const answer = await download(row.id, query);
    const header = (name: string) => answer.headers.get(name) ?? '';
    expect(answer.status).toBe(200);
    expect(header('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none';/);
    expect(header('Content-Security-Policy')).not.toMatch(/allow-|script-src|unsafe-eval|https?:|\*/);
    expect(header('X-Content-Type-Options')).toBe('nosniff');
    expect(header('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(header('Content-Type')).toMatch(
      /^(application\/(pdf|json; charset=utf-8|vnd\.openxml[a-z.-]+)|text\/(plain|markdown); charset=utf-8|image\/(png|jpeg|svg\+xml))$/,
    );
    const disposition = header('Content-Disposition');
    expect(disposition).toMatch(query === '' ? /^attachment; / : /^(inline|attachment); /);
    expect(isOneLine(disposition)).toBe(true);
    expect(nameIn(disposition)).toBe(row.originalFilename);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
  }
}

function expectSafeName(name: string): void {
  expect(name).not.toMatch(/[/\\\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|^\.*$/u);
  expect(name.length).toBeLessThanOrEqual(255);
}

test('there are enough of them, of every kind', () => {
  expect(corpus.length).toBeGreaterThan(90);
  expect(kept.length).toBeGreaterThan(50);
  expect(corpus.length - kept.length).toBeGreaterThan(20);
});

test('every hostile file is refused or lies inert, and no byte is put anywhere but in its place', async () => {
  using folder = temporaryFolder();
  const outside = { files: createDiskBlobs(join(folder.path, 'deep', 'inside', 'files')) };
  using server = testApp({ outside });
  const client = await fileClient(server);
  const outcomes = new Map<string, number>();
  for (const file of corpus) {
    const answer = await client.upload(1, file);
    outcomes.set(file.what, answer.status);
    if (answer.status !== 201) {
      expect(answer).toMatchObject({ status: 415, body: { code: 'invalid_file_type' } });
      continue;
    }
    const row = Resource.parse(answer.body);
    expect(fileTypes).toContain(row.fileType);
    expectSafeName(row.originalFilename);
    expectSafeName(row.name.replaceAll(/[/\\]/g, ''));
    await expectInert(client, row, file.bytes);
  }
  const wanted = corpus.map(({ what, kept }: HostileFile) => [what, kept ? 201 : 415]);
  expect([...outcomes]).toEqual(wanted);

  const hashes = new Set(kept.map(({ bytes }) => sha256(bytes)));
  const found = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  expect(new Set(files.map(({ name }) => name))).toEqual(hashes);
  for (const { parentPath, name } of files) {
    expect(parentPath.slice(folder.path.length)).toMatch(/^\/deep\/inside\/files\/\d+\/[0-9a-f]{2}$/);
    expect(parentPath.endsWith(name.slice(0, 2))).toBe(true);
  }
  expect(server.errors).toEqual([]);
  expect(server.lines.join('\n')).not.toMatch(/evil|passwd|ranScript|Set-Cookie/);
});

test('names that only a client of its own making can send are safe as well', async () => {
  using server = testApp();
  const client = await fileClient(server);
  const names = [...hostileNames, 'half\ud800pair.md', 'line\u2028separator.md', '\udfff'];
  for (const [index, originalFilename] of names.entries()) {
    const bytes = new TextEncoder().encode(`from a device ${index}`);
    const row = resourceRow(bytes, { id: index + 10, originalFilename });
    const made = await client.json('POST', '/api/projects/1/resources', row);
    expect(made.status).toBe(201);
    expect((await client.put(bytes)).status).toBe(200);
    const stored = Resource.parse(made.body);
    expectSafeName(stored.originalFilename);
    await expectInert(client, stored, bytes);
  }
  expect(server.errors).toEqual([]);
});
