import fc from 'fast-check';

const pieces = [
  ...[
    '{a}',
    '{{b}}',
    '${c}',
    '${d:e}',
    '{{b | number}}',
    '{{b | select: x, y | default: y}}',
    '{{f | default: g}}',
  ],
  ...[
    '{{> P/T}}',
    '{{> P/T@3}}',
    '{{> P\\/Q/ T @production}}',
    '{',
    '}',
    '{{',
    '}}',
    '$',
    '\\',
    '|',
    ':',
    '/',
    '@',
    '>',
  ],
  ...[
    'word',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '`',
    '```',
    '~~~',
    '- ',
    '> ',
    '😀',
    '\ud83d',
    '漢',
    '"key": ',
    '0',
  ],
  ...['--- user ---\n', '---- tool ----\n', '\n--- System ---', '\\--- user ---\n'],
];

/** Texts of variables, snippets, roles and what could be taken for them. */
export const templateTexts = fc
  .array(fc.constantFrom(...pieces), { maxLength: 25 })
  .map((chosen) => chosen.join(''));
