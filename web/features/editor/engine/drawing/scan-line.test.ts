import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseChat } from '#shared/templates/chat.ts';
import { linesOf } from '#shared/templates/lines.ts';
import { FIRST_LINE, type ScannedLine, scanLine } from './scan-line.ts';

function scanned(text: string): (ScannedLine & { readonly start: number })[] {
  let state = FIRST_LINE;
  return Array.from(linesOf(text), ({ start, end }) => {
    const line = scanLine(text.slice(start, end), state);
    state = line.after;
    return { ...line, start };
  });
}

test('the lines of roles are those that begin a message', () => {
  const line = fc.constantFrom(
    '--- user ---',
    '---- system ----',
    '--- TOOL ---',
    '',
    '```',
    '~~~',
    'a {b}',
    '\\--- user ---',
    '> ```',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      const found = scanned(text).flatMap(({ role, start }) => (role === null ? [] : [{ role, start }]));
      const blocks = parseChat(text) ?? [];
      expect(found.map(({ role }) => role)).toEqual(blocks.map(({ role }) => role));
      // The first block begins with the text, also where blank lines stand above its role.
      expect(found.slice(1).map(({ start }) => start)).toEqual(blocks.slice(1).map(({ start }) => start));
    }),
  );
});

test('a role stands out in its line, and in a text that is no chat nothing does', () => {
  const [system] = scanned('--- System ---\nx');
  expect(system).toMatchObject({ className: 'tok-role tok-role-system', role: 'system' });
  expect(system?.tokens.map(({ from, to }) => [from, to])).toEqual([
    [0, 4],
    [10, 14],
  ]);
  expect(scanned('Hello\n--- user ---')[1]?.role).toBeNull();
});

test.each([
  [`{{topic}} and $${'{place}'} and {name}`, ['{{topic}}', `$${'{place}'}`, '{name}']],
  ['\\{topic} {like this} {{> Project/Title}} `{code}` `{{code}}`', ['{{code}}']],
])('the variables of %j are those that can be filled', (text, variables) => {
  const [line] = scanned(text);
  const found = line?.tokens.filter(({ className }) => className === 'tok-variable') ?? [];
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(variables);
});

test('in fenced code there are no variables', () => {
  expect(scanned('```\n{topic}\n```').flatMap(({ tokens }) => tokens)).toEqual([]);
});
