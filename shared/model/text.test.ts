import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bind, type MutationName } from '../mutations/registry.ts';
import { messages } from './messages.ts';
import { storable, utf8Bytes } from './text.ts';

const id = 1;
const prompt = { id, title: 'T', content: '', projectId: 5 };
const file = { id, projectId: 5, name: 'a.txt', originalFilename: 'a.txt', description: '' };
const bytes = { fileType: 'text/plain', fileSize: 1, sha256: 'a'.repeat(64) };
const note = (content: string) => JSON.stringify([{ id: '1', content, createdAt: '' }]);

test.each<[string, MutationName, string, (text: string) => unknown]>([
  ['a project’s name', 'createProject', 'name', (name) => ({ id, name, color: 'red' })],
  ['a prompt’s title', 'createPrompt', 'title', (title) => ({ ...prompt, title })],
  ['a prompt’s text', 'setContent', 'content', (content) => ({ id, content })],
  ['a note', 'updatePrompt', 'notes', (notes) => ({ id, notes })],
  ['a note in its list', 'updatePrompt', 'notes', (text) => ({ id, notes: note(text) })],
  [
    'a version’s text',
    'saveVersion',
    'content',
    (content) => ({ id, promptId: 2, content, description: 'D' }),
  ],
  [
    'a version’s description',
    'saveVersion',
    'description',
    (description) => ({
      ...{ id, promptId: 2, content: 'x' },
      description,
    }),
  ],
  ['a file’s name', 'createResource', 'name', (name) => ({ ...file, ...bytes, name })],
  [
    'a file’s description',
    'createResource',
    'description',
    (description) => ({ ...file, ...bytes, description }),
  ],
])('%s that holds U+0000 is refused by the character’s name', (_what, name, path, args) => {
  const bound = bind(name, args('one\0two'));
  expect(bound.ok ? [] : bound.errors).toContainEqual({ path, message: messages.nullCharacter });
  expect(bind(name, args('one\ufffdtwo')).ok).toBe(true);
});

test('a backslash and some letters in a note are no U+0000', () => {
  expect(bind('updatePrompt', { id, notes: note('written as \\u0000') }).ok).toBe(true);
});

test('a change upon a text of an earlier release that holds U+0000 is accepted', () => {
  expect(bind('setContent', { id, content: 'one', base: 'one\0' }).ok).toBe(true);
});

test('a text is storable with U+FFFD in place of what is not', () => {
  expect(storable('a\0b\ud83dc\ud83d\ude00')).toBe('a\ufffdb\ufffdc\ud83d\ude00');
});

test('the bytes of a text are those that TextEncoder writes, whatever is in it', () => {
  const units = fc.array(
    fc.constantFrom('a', '\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\ud83d', '\ude00'),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    units.map((some) => some.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).byteLength);
    }),
    { numRuns: 500 },
  );
});
