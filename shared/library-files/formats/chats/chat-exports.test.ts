import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../candidate.ts';
import type { InputFile } from '../../files.ts';
import { planImport } from '../../plan/plan-import.ts';
import { readLibraryFiles } from '../../read-library-files.ts';
import { all, inputFile, MemoryLibrary, planOptions } from '../../testing/memory-library.ts';
import { claudeConversation, gptConversation } from './chat-exports-scene.ts';
import type { ChatCounts } from './chat-options.ts';

const letter = 'Write a letter to {{name}}.\r\n\u2028 Be kind — «très».';
const bread = gptConversation('Sourdough', [
  ['system', 'You are helpful.'],
  ['user', 'Explain hydration of dough'],
  ['assistant', 'It is a ratio.'],
  ['user', letter],
]);
const files = (content: unknown, name = 'conversations.json') => [inputFile(name, JSON.stringify(content))];

/** Reads an export with a search, and what it counts. */
async function matching(given: readonly InputFile[], query: string) {
  let counts: ChatCounts | undefined;
  let next = 1_000;
  const chats = {
    kind: 'matching' as const,
    query,
    drawId: () => (next += 1),
    onRead: (read: ChatCounts) => {
      counts = read;
    },
  };
  const found = await all(readLibraryFiles(given, { project: { id: null, name: 'Imported' }, chats }));
  return { found, counts };
}

const promptsOf = (found: readonly Candidate[]) =>
  found.flatMap((each) => (each.kind === 'prompt' ? [each] : []));
const reasonsOf = (found: readonly Candidate[]) =>
  found.flatMap((each) => (each.kind === 'refused' ? [`${each.source} ${each.reason.sentence}`] : []));

describe('a chat export', () => {
  it('of ChatGPT gives the messages of the person that a search finds, to the byte, with their origin', async () => {
    const { found, counts } = await matching(files([bread]), 'TRÈS kind');
    expect(counts).toEqual({ conversations: 1, messages: 2, answers: 1, unread: 0 });
    expect(promptsOf(found)).toMatchObject([
      { title: 'Sourdough (2)', content: letter, createdAt: '2025-05-23T11:36:20.250Z' },
    ]);
    const notes = JSON.parse(promptsOf(found)[0]?.notes ?? '');
    expect(notes).toMatchObject([{ content: 'ChatGPT · Sourdough · 2025-05-23' }]);
  });

  it('of Claude gives its messages by what is in its parts, and names what a message has besides', async () => {
    const conversation = claudeConversation('', [
      ['human', 'Plan a garden'],
      ['assistant', 'Gladly.'],
    ]);
    Object.assign(conversation.chat_messages[0] ?? {}, { files: [{ file_name: 'plot.png' }] });
    const { found, counts } = await matching(files([conversation]), 'garden');
    expect(counts).toMatchObject({ conversations: 1, messages: 1, answers: 1 });
    expect(promptsOf(found)).toMatchObject([
      {
        ...{ title: 'Plan a garden', content: 'Plan a garden', createdAt: '2025-05-12T09:00:00.000Z' },
        remarks: [{ sentence: 'Pictures and files of the message do not come along.' }],
      },
    ]);
  });

  it('in a zip, in several files, with pages and pictures beside them, is read in their order', async () => {
    const utf8 = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    const zip = zipSync({
      'conversations-001.json': utf8([gptConversation('Later', [['user', 'dough two']])]),
      'conversations-000.json': utf8([gptConversation('First', [['user', 'dough one']])]),
      'user.json': utf8({ email: 'ada@example.org' }),
      'chat.html': new TextEncoder().encode('<html>'),
      'file-1/image/a.png': new Uint8Array(8),
    });
    const { found, counts } = await matching([inputFile('export.zip', zip)], 'dough');
    expect(counts).toMatchObject({ conversations: 2 });
    expect(promptsOf(found).map(({ title }) => title)).toEqual(['First', 'Later']);
    expect(reasonsOf(found)).toEqual([
      'conversations-000.json {count, plural, one {# picture or other file of the conversations is} other {# pictures and other files of the conversations are}} not imported.',
    ]);
  });

  it('is known by what it holds, whatever its name; a list of prompts is none', async () => {
    expect((await matching(files([bread], 'mine.json'), 'dough')).counts).toMatchObject({ conversations: 1 });
    const { found, counts } = await matching(files([{ title: 'A', content: 'b' }]), 'dough');
    expect(counts).toBeUndefined();
    expect(promptsOf(found)).toMatchObject([{ title: 'A', content: 'b' }]);
  });

  it('without a search is counted, and gives nothing', async () => {
    const { found, counts } = await matching(files([bread]), '');
    expect(found).toEqual([]);
    expect(counts).toMatchObject({ conversations: 1, messages: 2 });
    expect(await all(readLibraryFiles(files([bread]), { project: { id: null, name: 'Imported' } }))).toEqual(
      [],
    );
  });

  it('adds a message once: the second time it is the same, also beside others of its title', async () => {
    const library = new MemoryLibrary();
    const twins = [bread, gptConversation('Sourdough', [['user', 'Feed the starter, dough']])];
    const run = async (query: string) => {
      const { found } = await matching(files(twins), query);
      const rows = await all(planImport(found, library.existing(), planOptions()));
      for (const { mutations } of rows) library.commit(mutations);
      return rows.filter(({ kind }) => kind === 'prompt').map(({ outcome }) => outcome);
    };
    expect(await run('hydration')).toEqual(['new']);
    expect(await run('dough')).toEqual(['same', 'new', 'new']);
    expect(await run('dough')).toEqual(['same', 'same', 'same']);
  });
});

describe('a hostile chat export', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  const one = JSON.stringify(bread);
  it.each([
    [
      'that ends too early',
      `[${one},{"title":"cut`,
      'This file ends in the middle of a list. It is not whole.',
    ],
    ['with deep nesting', `[${one},{"mapping":${deep}}]`, 'It is nested too deeply.'],
    ['with another thing', `[${one},{"title":1}]`, 'It is not a conversation that is read here.'],
    ['with NUL', `[${one},"\u0000"]`, 'It is not JSON.'],
    ['with bytes behind it', `[${one}] {}`, 'This file is not a JSON list.'],
  ])('%s is named, and what is whole is read', async (_, text, sentence) => {
    const { found, counts } = await matching([inputFile('conversations.json', text)], 'hydration');
    expect(promptsOf(found)).toMatchObject([{ title: 'Sourdough' }]);
    expect(reasonsOf(found)).toEqual([expect.stringContaining(sentence)]);
    expect(counts).toMatchObject({ conversations: 1, unread: 1 });
  });

  it('whose conversation has keys and values of all kinds is read without what is none', async () => {
    const odd = JSON.parse(
      '{"title":null,"create_time":1e300,"mapping":{"__proto__":{},"constructor":{"message":{"author":{"role":"user"},"create_time":"x","content":{"parts":["odd dough",{"a":1},null,7]}}},"a":null,"b":[],"c":{"message":{"author":{"role":"user"}}}}}',
    );
    const { found } = await matching(files([odd]), 'odd');
    expect(promptsOf(found)).toMatchObject([{ title: 'odd dough', content: 'odd dough', createdAt: null }]);
  });
});
