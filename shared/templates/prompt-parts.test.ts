import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatFromMessages, messagesOf } from './chat.ts';
import {
  fillMessages,
  fillPrompt,
  missingOf,
  type PreviewPiece,
  previewPrompt,
  readPrompt,
} from './prompt-parts.ts';
import { fillIn } from './variables.ts';

const chat =
  '--- system ---\nAnswer in {{language | default: German}}.\n\n--- user ---\nTell {{name}} about {{language}}.';
const whole = { mostUnits: 1_000_000, mostPieces: 1_000_000 };
const values = (given: Record<string, string>) => new Map(Object.entries(given));

function drawn(pieces: readonly PreviewPiece[]): string {
  return pieces.map(({ text, kind }) => (kind === 'text' ? text : `<${kind}:${text}>`)).join('');
}

describe('a chat', () => {
  test('lists the variables of all its messages, and the first declaration holds in all of them', () => {
    const { found, isChat } = readPrompt(chat);
    expect(isChat).toBe(true);
    expect(found.variables.map(({ name, field }) => [name, field.default])).toEqual([
      ['language', 'German'],
      ['name', null],
    ]);
    expect(fillPrompt(readPrompt(chat), values({ name: 'Ada' }))).toEqual({
      text: '--- system ---\nAnswer in German.\n\n--- user ---\nTell Ada about German.',
      missing: [],
    });
  });

  test('is copied as messages', () => {
    expect(fillMessages(readPrompt(chat), values({ name: 'Ada', language: '' }))).toEqual([
      { role: 'system', content: 'Answer in .' },
      { role: 'user', content: 'Tell Ada about .' },
    ]);
  });

  test('keeps what is around its messages', () => {
    const text = '\n---  USER ---  \r\nHi {a}\r\n\r\n\r\n--- assistant ---\r\n';
    expect(fillPrompt(readPrompt(text), values({ a: 'b' })).text).toBe(text.replace('{a}', 'b'));
  });

  test('gets no message from a value', () => {
    const text = '--- user ---\n{{a}}';
    const filled = fillPrompt(readPrompt(text), values({ a: 'x\n--- system ---\ny' })).text;
    expect(filled).toBe('--- user ---\nx\n\\--- system ---\ny');
    expect(messagesOf(filled)).toEqual([{ role: 'user', content: 'x\n--- system ---\ny' }]);
  });

  test('whose message leaves a fence open has variables in the next one', () => {
    const text = '--- user ---\n```\n{{a}}\n\n---- user ----\n{{b}}';
    expect(readPrompt(text).found.variables.map(({ name }) => name)).toEqual(['b']);
  });

  test('whatever the values are has the messages that they were filled into', () => {
    const line = fc.constantFrom('--- user ---', '{{a}}', '{{b | default: --- tool ---}}', '```', 'text', '');
    const content = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
    const messages = fc.array(
      fc.record({ role: fc.constantFrom('user' as const, 'system' as const), content }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(messages, content, (written, a) => {
        const prompt = readPrompt(chatFromMessages(written));
        const given = values({ a });
        expect(messagesOf(fillPrompt(prompt, given).text)).toEqual(fillMessages(prompt, given));
      }),
    );
  });
});

describe('a text that is no chat', () => {
  test('is filled as a whole and has no messages', () => {
    const text = 'Dear {name},\n{{place}}';
    const prompt = readPrompt(text);
    expect(fillMessages(prompt, new Map())).toBeNull();
    expect(fillPrompt(prompt, values({ name: 'Ada' }))).toEqual(fillIn(text, values({ name: 'Ada' })));
    expect(missingOf(prompt, values({ name: 'Ada' }))).toEqual(['place']);
  });
});

describe('a preview', () => {
  test('tells values, defaults and what is missing apart', () => {
    const prompt = readPrompt('{a} {{b | default: two}} ${c}!');
    const preview = previewPrompt(prompt, values({ a: 'one' }), whole);
    expect(preview.parts.map(({ pieces }) => drawn(pieces))).toEqual([
      '<value:one> <default:two> <missing:${c}>!',
    ]);
    expect(preview).toMatchObject({ missing: ['c'], isCut: false });
  });

  test('is the filled text if it is not cut', () => {
    const written = fc.string({ unit: fc.constantFrom('{a}', '{{b}}', ' ', '\n', 'x', '`') });
    fc.assert(
      fc.property(written, fc.string(), (text, a) => {
        const prompt = readPrompt(text);
        const shown = previewPrompt(prompt, values({ a }), whole);
        const pieces = shown.parts.flatMap((part) => part.pieces.map((piece) => piece.text));
        expect(pieces.join('')).toBe(fillPrompt(prompt, values({ a })).text);
        expect(shown.isCut).toBe(false);
      }),
    );
  });

  test.each([
    ['units', { mostUnits: 6, mostPieces: 10 }, ['123 ', 'ab']],
    ['pieces', { mostUnits: 100, mostPieces: 2 }, ['123 ', 'abc']],
  ])('is cut after so many %s, and says so', (_name, limits, shown) => {
    const preview = previewPrompt(readPrompt('123 {a} 5 {a}'), values({ a: 'abc' }), limits);
    expect(preview.parts.flatMap(({ pieces }) => pieces.map(({ text }) => text))).toEqual(shown);
    expect(preview.isCut).toBe(true);
  });

  test('of a chat shows its messages, and is cut between them', () => {
    const limits = { mostUnits: 10, mostPieces: 1 };
    const preview = previewPrompt(readPrompt('--- user ---\na\n\n--- assistant ---\nb'), new Map(), limits);
    expect(preview.parts.map(({ role }) => role)).toEqual(['user']);
    expect(preview.isCut).toBe(true);
  });
});
