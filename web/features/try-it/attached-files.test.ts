import { expect, test } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import type { RunMessage } from '#shared/model/run/run.ts';
import { attachedFiles, isAttachable, withTexts } from './attached-files.ts';

const resource = (id: number, name: string, fileType: string): Resource => ({
  ...{ id, projectId: 1, name, originalFilename: name, description: '', fileType, fileSize: 1 },
  ...{ sha256: String(id), createdAt: '2026-01-01T00:00:00Z', available: true },
});

test.each([
  ['text/plain', true],
  ['text/markdown', true],
  ['application/json', true],
  ['image/png', true],
  ['image/jpeg', true],
  ['image/svg+xml', false],
  ['application/pdf', false],
])('a file of the type %s can be attached: %s', (fileType, attachable) => {
  expect(isAttachable({ fileType })).toBe(attachable);
});

test('texts become a part of the message, pictures go beside it, and a file that is away is missed', async () => {
  const files = [resource(1, 'a.md', 'text/markdown'), resource(2, 'b.png', 'image/png')];
  const blobs = new Map([
    ['1', new Blob(['# A'])],
    ['2', new Blob([new Uint8Array([1, 2])])],
  ]);
  const read = await attachedFiles(files, async ({ sha256 }) => blobs.get(sha256) ?? null);
  expect(read?.texts).toEqual([{ name: 'a.md', text: '# A' }]);
  const picture = { name: 'b.png', mediaType: 'image/png', bytes: new Uint8Array([1, 2]), sha256: '2' };
  expect(read?.pictures).toEqual([picture]);
  expect(await attachedFiles(files, async () => null)).toBeNull();
});

test('the texts end the last message of the user, in fences that no line of them closes', () => {
  const messages: RunMessage[] = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'U' },
    { role: 'assistant', content: 'A' },
  ];
  const text = 'one\n```\ntwo';
  expect(withTexts(messages, [{ name: 'a.md', text }])).toEqual([
    { role: 'system', content: 'S' },
    { role: 'user', content: 'U\n\na.md:\n\n````\none\n```\ntwo\n````' },
    { role: 'assistant', content: 'A' },
  ]);
  expect(withTexts(messages, [])).toBe(messages);
  expect(withTexts([{ role: 'system', content: 'S' }], [{ name: 'a', text: 'x\n' }])).toEqual([
    { role: 'system', content: 'S' },
    { role: 'user', content: 'a:\n\n```\nx\n```' },
  ]);
});
