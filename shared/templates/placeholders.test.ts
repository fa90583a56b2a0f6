import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMarks } from './marks.ts';
import { findPlaceholders, mostPlaceholders, withVariables } from './placeholders.ts';

const written = (text: string) => findPlaceholders(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['a letter to [NAME] about [the topic]', ['[NAME]', '[the topic]']],
  ['Dear <name>, from <your company>', ['<name>', '<your company>']],
  ['%name% lives in %home_town%', ['%name%', '%home_town%']],
  ['Hello {first name}, of {company name}', ['{first name}', '{company name}']],
  ['für [Größe] und 「[名前]」', ['[Größe]', '[名前]']],
  ['- **Role:** [ROLE]\n- Signed, [Full Name]', ['[ROLE]', '[Full Name]']],
])('placeholders in %j', (text, expected) => {
  expect(written(text)).toEqual(expected);
});

test.each([
  ['fenced code', '```\nuse [NAME] and <name>\n```\n~~~\n%name%\n~~~'],
  ['inline code', 'write `[NAME]` or `<name>` or ``%name%``'],
  ['links and their references', 'a [link](https://a.b) and a [link][ref] and [ref]\n\n[ref]: https://a.b'],
  ['footnotes and images', 'text[^note] ![picture](a.png)'],
  ['checkboxes', '- [x] done\n- [ ] open: [Item Title]\n- [X] Done'],
  ['tags of HTML', 'a <b>bold</b> word, <br> and <IMG> and <p>'],
  ['tags that are closed', '<context>\nall of it\n</context>\nuse the <context> above'],
  ['tags with attributes, and those that close themselves', 'a <note id="1"> and <name/>'],
  ['tags that are spoken of', 'write it inside <answer> tags'],
  ['comparisons and generics', 'if a < b > c, then List<string>'],
  ['numbers with %', 'between 5% and 10% of it, 20%off% and 100%'],
  ['addresses', 'https://a.b/%name%/x?[NAME] and www.a.b/<name>'],
  ['JSON and code', '{"first name": "x"} {a: b} a{first name} ${first name} {{first name}} \\{first name}'],
  ['arrays and indices', 'a[index] tags: x[key]\n  pip: [pynacl]'],
  ['headings in brackets', '[Verse]\nwords\n\n## [Chorus]\nwords'],
  ['legends, wherever their marks stand', '- [GUESS] — it is a guess\nmark it as [GUESS] then'],
  ['choices', 'Severity: [small] / [large], and [TAG] [Detail]'],
  ['sentences', '[ask if not known] or [Insert or leave out]; it is [sic] so [1]'],
  ['what a backslash stands before', '\\[NAME] \\<name> \\%name%'],
])('none in %s', (_of, text) => {
  expect(written(text)).toEqual([]);
});

test('chosen places become variables, and nothing else of the text changes', () => {
  const text = 'To [NAME] and <name>,\r\nfrom {first name}.';
  const [first, second, third] = findPlaceholders(text);
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
  expect(withVariables(text, [first, third])).toBe('To {{NAME}} and <name>,\r\nfrom {{first name}}.');
  expect(withVariables(text, [])).toBe(text);
});

const pieces = fc.constantFrom(
  ...[
    '[',
    ']',
    '<',
    '>',
    '%',
    '{',
    '}',
    '`',
    '```',
    '\n',
    '\r\n',
    ' ',
    '(',
    '/',
    '\\',
    '"',
    'NAME',
    'first name',
    'é',
  ],
);
const texts = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''));

test('each place that is turned is a variable of its name then, and is found no more', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const places = findPlaceholders(text);
      const turned = withVariables(text, places);
      const names = findMarks(turned).flatMap((mark) => (mark.kind === 'variable' ? [mark.name] : []));
      for (const { name } of places) expect(names).toContain(name.replace(/ +/g, ' '));
      expect(turned.length).toBe(
        places.reduce((sum, { start, end, name }) => sum - (end - start) + name.length + 4, text.length),
      );
    }),
  );
});

// Steps that grow with the square of the length would take hours here.
test.each(['[', '<a', '%a', '{a b ', 'x [a b] ', '`[a]', 'x <a>\n', '[a]: ', `${' '.repeat(4_000)}[a]\n`])(
  'a megabyte of the same part is read, and not all of its places are listed: %#',
  (part) => {
    const found = findPlaceholders(part.repeat(Math.floor(1_000_000 / part.length)));
    expect(found.length).toBeLessThanOrEqual(mostPlaceholders);
  },
);
