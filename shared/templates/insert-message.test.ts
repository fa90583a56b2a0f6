import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf, parseChat } from './chat.ts';
import { insertedMessage } from './insert-message.ts';

/** Returns the text with the message, `|` at the caret. */
function inserted(marked: string, role: 'system' | 'user' | 'assistant' = 'user', lineEnd = '\n'): string {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = insertedMessage(text, { caret, role, lineEnd });
  const after = text.slice(0, found.from) + found.insert + text.slice(found.to);
  return `${after.slice(0, found.caret)}|${after.slice(found.caret)}`;
}

test.each([
  ['an empty text', '|', '--- user ---\n|'],
  ['the beginning of a text that is no chat', '|You are a poet.', '--- user ---\n|You are a poet.'],
  [
    'the end of a text that is no chat',
    'You are a poet.|',
    '--- system ---\nYou are a poet.\n\n--- user ---\n|',
  ],
  [
    'the middle of a text that is no chat',
    'Be kind.\n\n|Write.',
    '--- system ---\nBe kind.\n\n--- user ---\n|Write.',
  ],
  ['an open fence of a text that is no chat', '```\ncode|', '--- system ---\n```\ncode\n\n---- user ----\n|'],
  ['the end of a message', '--- system ---\nBe kind.|', '--- system ---\nBe kind.\n\n--- user ---\n|'],
  ['the line below it', '--- system ---\nBe kind.\n|', '--- system ---\nBe kind.\n\n--- user ---\n|'],
  ['two lines below it', '--- system ---\nBe kind.\n\n|', '--- system ---\nBe kind.\n\n--- user ---\n|'],
  ['the middle of a message', '--- system ---\nBe| kind.', '--- system ---\nBe\n\n--- user ---\n| kind.'],
  ['a role’s line', '--- sys|tem ---\nBe.', '--- system ---\n\n--- user ---\n|\nBe.'],
  ['the beginning', '|--- system ---\nBe.', '--- user ---\n|\n\n--- system ---\nBe.'],
  [
    'between two',
    '--- user ---\nA|\n\n--- assistant ---\nB',
    '--- user ---\nA\n\n--- user ---\n|\n\n--- assistant ---\nB',
  ],
  ['an open fence', '--- user ---\n```\ncode|', '--- user ---\n```\ncode\n\n---- user ----\n|'],
])('a message at %s', (_, marked, after) => {
  expect(inserted(marked)).toBe(after);
});

test('a text that is no chat becomes what stands before a message of its role', () => {
  expect(inserted('Explain it.|', 'assistant')).toBe('--- user ---\nExplain it.\n\n--- assistant ---\n|');
  expect(inserted('You are a poet.|', 'system')).toBe('--- system ---\n|You are a poet.');
});

test('breaks are those of the text', () => {
  expect(inserted('--- user ---\r\nA\r\n|', 'assistant', '\r\n')).toBe(
    '--- user ---\r\nA\r\n\r\n--- assistant ---\r\n|',
  );
});

test('whatever the text and the caret are, there is one message more, and nothing else is lost', () => {
  const line = fc.constantFrom(
    '--- user ---',
    '--- system ---',
    'a',
    '',
    '```',
    '~~~',
    '---- tool ----',
    '\\--- user ---',
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.nat(80),
      fc.constantFrom('\n', '\r\n'),
      (lines, at, lineEnd) => {
        const text = lines.join(lineEnd);
        let caret = Math.min(at, text.length);
        if (text[caret] === '\n' && text[caret - 1] === '\r') caret -= 1;
        const found = insertedMessage(text, { caret, role: 'user', lineEnd });
        const after = text.slice(0, found.from) + found.insert + text.slice(found.to);
        const count = parseChat(text)?.length ?? 0;
        expect(messagesOf(after)?.length).toBeGreaterThanOrEqual(count + 1);
        expect(
          parseChat(after)?.some(
            ({ content }) => content.start <= found.caret && found.caret <= content.end + 4,
          ),
        ).toBe(true);
      },
    ),
  );
});
