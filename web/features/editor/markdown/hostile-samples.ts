/** Texts that take a Markdown parser long, nest deeply, or become very many elements. */

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length));

/** Each takes about how many UTF-16 units the text is to have. */
export const hostileTexts: readonly (readonly [name: string, text: (length: number) => string])[] = [
  ['a list in a list in a list', repeated('1. ')],
  ['headings of one letter', repeated('a\n=\n')],
  ['emphasis that never closes', repeated('*_')],
  ['lists in quotations in lists', repeated('>- ')],
  ['quotations in quotations', repeated('>')],
  ['code that takes its grammar long', (length) => `\`\`\`arduino\n${'a '.repeat(length / 2)}\n\`\`\``],
  ['code in one line of brackets', (length) => `\`\`\`javascript\n${'[('.repeat(length / 2)}\n\`\`\``],
  ['opening brackets', repeated('[')],
  ['opening pictures', repeated('![')],
  ['links in links', repeated('[a](')],
  [
    'runs of backticks, each longer than the last',
    (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, at) => '`'.repeat(at)).join(' '),
  ],
  ['a soup of tags', repeated('<a <b></c d=">')],
  ['opening tags', repeated('<a ')],
  ['comments that never end', repeated('<!--')],
  [
    'a table of thousands of columns',
    (length) => `${'|a'.repeat(length / 4)}|\n${'|-'.repeat(length / 4)}|\n`,
  ],
  ['a table of thousands of rows', (length) => `|a|b|\n|-|-|\n${'|*a*|`b`|\n'.repeat(length / 10)}`],
  ['a note that is referred to by each word', (length) => `${'[^1]'.repeat(length / 4)}\n\n[^1]: x[^1]`],
  [
    'as many notes',
    (length) => Array.from({ length: length / 15 }, (_, at) => `[^${at}]\n\n[^${at}]: a`).join('\n\n'),
  ],
  [
    'lists by indentation',
    (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, at) => `${' '.repeat(at)}- a\n`).join(''),
  ],
  ['entities without their end', repeated('&amp')],
  ['entities', repeated('&amp;')],
  ['definitions', (length) => Array.from({ length: length / 10 }, (_, at) => `[a${at}]: x\n`).join('')],
  ['addresses', repeated('www.a.b ')],
  ['mail addresses in one word', repeated('a@b.')],
  ['backslashes', repeated('\\')],
  ['struck letters', repeated('~~a')],
  ['emphasised words', repeated('*a* ')],
  ['emphasis within words', repeated('a**b')],
  ['one enormous word', repeated('a')],
  ['combining marks', (length) => `a${'\u0301'.repeat(length)}`],
  ['marks of direction', repeated('\u202e\u2066a')],
  ['half pairs', repeated('\ud83d ')],
  ['empty lines', repeated('\n')],
  ['list items', repeated('- a\n')],
  ['JSON in one line', repeated('{"a":["b_c",{"d*":1}]},')],
];

/** A text of random pieces of Markdown, the same for the same seed. */
export function hostileText(seed: number, length: number): string {
  let state = seed * 2_654_435_761;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const few = Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? '');
  let text = '';
  while (text.length < length) text += few[random(few.length)];
  return text.slice(0, length);
}

const pieces = [
  ...['*', '_', '**', '__', '~~', '`', '``', '[', ']', '(', ')', '![', '](', '<', '>', '<a', '</a>', '<!--'],
  ...[
    '> ',
    '- ',
    '* ',
    '1. ',
    '# ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '|',
    '|-',
    ':-',
    '```',
    '~~~',
    '---\n',
    '=\n',
  ],
  ...[
    '[^1]',
    '[^1]: ',
    '[a]: ',
    '&amp',
    '&#',
    '&#x',
    '\\',
    'http://',
    'www.',
    'a@b.c',
    'a',
    'a ',
    'ab. ',
    '{',
    '}',
  ],
  ...[
    '中',
    '\u0301',
    '\u202e',
    '\u200f',
    '😀',
    '\ud83d',
    '\u00a0',
    '\r',
    '\r\n',
    '```js\n',
    '```arduino\n',
    '[x] ',
  ],
];
