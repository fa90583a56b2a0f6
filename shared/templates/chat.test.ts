import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatFromMessages, type Message, messagesOf, parseChat } from './chat.ts';
import { templateTexts } from './template-samples.ts';

function contents(text: string): [string, string][] | null {
  return messagesOf(text)?.map(({ role, content }) => [role, content]) ?? null;
}

describe('parseChat', () => {
  test('it gives each message with its ranges', () => {
    expect(parseChat('\n--- system ---\nA\n\n--- user ---\nB')).toEqual([
      { role: 'system', start: 0, end: 19, content: { start: 16, end: 17 } },
      { role: 'user', start: 19, end: 33, content: { start: 32, end: 33 } },
    ]);
  });

  test.each([
    '',
    'text',
    'text\n--- user ---\n',
    '---user---',
    '-- user --',
    '--- user ----',
    '----- user -----',
    '--- person ---',
    '--- user --- x',
    `--- user ---${' '.repeat(89)}`,
    ' --- user ---',
    '\\--- user ---',
    '```\n--- user ---\n```',
    '---\ntitle: x\n---\n',
  ])('%j is no chat', (text) => {
    expect(parseChat(text)).toBeNull();
  });

  test('the ranges of the messages joined are the text', () => {
    let chats = 0;
    fc.assert(
      fc.property(fc.constantFrom('', '--- user ---\n', '\r\n--- tool ---'), templateTexts, (first, rest) => {
        const text = first + rest;
        const blocks = parseChat(text);
        if (blocks === null) return;
        chats += 1;
        expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end, content } of blocks) {
          expect(start < content.start && content.start <= content.end && content.end <= end).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
    expect(chats).toBeGreaterThan(500);
  });
});

describe('messagesOf', () => {
  test.each<[string, [string, string][]]>([
    ['--- user ---', [['user', '']]],
    ['--- user ---\nHi', [['user', 'Hi']]],
    [`--- user ---${' '.repeat(88)}\nHi`, [['user', 'Hi']]],
    ['---\tDeveloper   ---  \r\nHi\r\n', [['developer', 'Hi\r\n']]],
    [
      '--- system ---\r\nA\r\n\r\n--- assistant ---\r\nB\r\n--- tool ---\r\n',
      [
        ['system', 'A'],
        ['assistant', 'B'],
        ['tool', ''],
      ],
    ],
    ...['a\r\n\n', 'a\n\r\n', 'a\r\n\r\n', 'a\r\n', 'a\n'].map((content): [string, [string, string][]] => [
      `--- user ---\n${content}--- assistant ---`,
      [
        ['user', 'a'],
        ['assistant', ''],
      ],
    ]),
    [
      '--- user ---\r\rA\r\r\r--- user ---',
      [
        ['user', '\rA\r'],
        ['user', ''],
      ],
    ],
    [
      '--- user ---\n--- user ---\n\n--- user ---\n\n\n\n--- user ---\n',
      [
        ['user', ''],
        ['user', ''],
        ['user', '\n'],
        ['user', ''],
      ],
    ],
    [
      '--- user ---\n```\n--- tool ---\n```\n--- tool ---\nx',
      [
        ['user', '```\n--- tool ---\n```'],
        ['tool', 'x'],
      ],
    ],
    [
      '--- user ---\n```\nopen\n---- tool ----\nx\n--- user ---\ny',
      [
        ['user', '```\nopen'],
        ['tool', 'x'],
        ['user', 'y'],
      ],
    ],
    [
      '--- user ---\n\\--- tool ---\n\\\\---- tool ----\n\\x',
      [['user', '--- tool ---\n\\---- tool ----\n\\x']],
    ],
    [
      '--- user ---\n```\n\\--- tool ---\n\\---- tool ----',
      [['user', '```\n\\--- tool ---\n---- tool ----']],
    ],
  ])('%j has %j', (text, messages) => {
    expect(contents(text)).toEqual(messages);
  });
});

describe('chatFromMessages', () => {
  test.each<[Message[], string]>([
    [[], ''],
    [[{ role: 'user', content: 'Hi' }], '--- user ---\nHi'],
    [
      [
        { role: 'system', content: 'A\n' },
        { role: 'user', content: '--- tool ---' },
      ],
      '--- system ---\nA\n\n\n--- user ---\n\\--- tool ---',
    ],
    [
      [
        { role: 'user', content: '```' },
        { role: 'tool', content: 'x' },
      ],
      '--- user ---\n```\n\n---- tool ----\nx',
    ],
  ])('%j is written as %j', (messages, text) => {
    expect(chatFromMessages(messages)).toBe(text);
  });

  test('messages come back as they were', () => {
    const message = fc.record({
      role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool'),
      content: fc.oneof(templateTexts, fc.string({ unit: 'binary' })),
    });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (messages) => {
        expect(messagesOf(chatFromMessages(messages))).toEqual(messages);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['30,000 lines of roles', '--- user ---\n'.repeat(30_000)],
    ['a line of backslashes', `${'\\'.repeat(1_000_000)}--- user ---`],
    ['dashes and spaces', `--- user${' '.repeat(1_000_000)}---`],
    ['fences', '```\n'.repeat(30_001)],
    ['empty lines', '\r\n'.repeat(60_000)],
  ])('%s come back in bounded work', (_, content) => {
    const messages: Message[] = [
      { role: 'user', content },
      { role: 'tool', content },
    ];
    const back = messagesOf(chatFromMessages(messages));
    expect(back?.map(({ role }) => role)).toEqual(['user', 'tool']);
    expect(back?.every((message) => message.content === content)).toBe(true);
  });
});
