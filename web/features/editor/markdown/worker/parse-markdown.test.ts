import type { RootContent } from 'hast';
import { expect, test } from 'vitest';
import { boundedParts } from './bounded-parts.ts';
import { codeColoring } from './color-code.ts';
import { markdownParser } from './parse-markdown.ts';

function parseMarkdown(text: string, keepsBreaks = false): RootContent[] {
  const tree = markdownParser()(text, { keepsBreaks });
  codeColoring(() => 0).color(tree);
  return boundedParts(tree.children, text).flatMap((part) => (part.kind === 'formatted' ? part.blocks : []));
}

/** The tree in short: `p[one strong[two]]`. */
function short(nodes: readonly RootContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return /^\n+$/.test(node.value) ? '' : node.value;
      return node.type === 'element' ? `${node.tagName}[${short(node.children)}]` : `!${node.type}`;
    })
    .join('');
}

function addresses(text: string): unknown[] {
  const found: unknown[] = [];
  const look = (nodes: readonly RootContent[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if ('href' in node.properties) found.push(node.properties.href);
      if ('src' in node.properties) found.push(node.properties.src);
      look(node.children);
    }
  };
  look(parseMarkdown(text));
  return found;
}

test.each([
  ['# One', 'h1[One]'],
  ['one **two** *three* `four`', 'p[one strong[two] em[three] code[four]]'],
  ['- [x] done', 'ul[li[input[] done]]'],
  ['~~gone~~', 'p[del[gone]]'],
  ['|a|\n|-|\n|b|', 'table[thead[tr[th[a]]]tbody[tr[td[b]]]]'],
  ['one\ntwo', 'p[one\ntwo]'],
])('%j is drawn as %s', (text, drawn) => {
  expect(short(parseMarkdown(text)).replaceAll('\n]', ']')).toBe(drawn);
});

test.each([
  ['one\ntwo\r\nthree', 'p[onebr[]twobr[]three]'],
  ['# One\n**two\nthree** [four\nfive](x)', 'h1[One]p[strong[twobr[]three] a[fourbr[]five]]'],
  ['- one\n  two\n- > three\n  > four', 'ul[li[onebr[]two]li[blockquote[p[threebr[]four]]]]'],
  ['hard  \nbreak\\\nhere', 'p[hardbr[]breakbr[]here]'],
  ['```\none\ntwo\n```\n\n`one\ntwo`', 'pre[code[one\ntwo\n]]p[code[one two]]'],
])('with its line breaks kept, %j is drawn as %s', (text, drawn) => {
  const all = short(parseMarkdown(text, true)).replaceAll('br[]\n', 'br[]');
  expect(all.replaceAll('\n]', ']')).toBe(drawn.replaceAll('\n]', ']'));
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'one <b onclick="alert(1)">two</b>',
  '<!-- a remark -->',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<style>p{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<svg><script>alert(1)</script></svg>',
])('%s is text, to the letter', (text) => {
  expect(short(parseMarkdown(text)).replace(/^(?:p|div)/, '')).toBe(`[${text}]`);
});

test.each([
  [
    '<task>\nWrite **well**.\nAnd briefly.\n</task>',
    'div[<task>]p[Write strong[well].\nAnd briefly.]div[</task>]',
  ],
  ['<task>\r\nWrite.\r\n</task>\r\n', 'div[<task>]p[Write.]div[</task>]'],
  ['<rules>\n- one\n  - two\n</rules>\nAfter', 'div[<rules>]ul[li[oneul[li[two]]]]div[</rules>]p[After]'],
  ['- one\n  <note>\n  two', 'ul[li[onediv[<note>]two]]'],
  ['> quoted\n<end id="1">  ', 'blockquote[p[quoted]]div[<end id="1">]'],
  ['one <b>two</b>\n<i>three</i>', 'p[one <b>two</b>\n<i>three</i>]'],
  ['a <\n<3', 'p[a <\n<3]'],
  ['<名前>\n<https://a.org>', 'div[<名前>]p[a[https://a.org]]'],
  ['```\n<task>\n```', 'pre[code[<task>\n]]'],
])('in %j a tag on a line of its own is a block of its own: %s', (text, drawn) => {
  expect(short(parseMarkdown(text)).replaceAll('\n]', ']')).toBe(drawn.replaceAll('\n]', ']'));
});

test('a block of code whose language is named is highlighted, any other is left plain', () => {
  const [known] = parseMarkdown('```json\n{"a": 1}\n```');
  expect(JSON.stringify(known)).toContain('hljs-attr');
  const [unknown] = parseMarkdown('```nothing-known\n{"a": 1}\n```');
  expect(short(unknown === undefined ? [] : [unknown])).toBe('pre[code[{"a": 1}\n]]');
});

test('addresses are limited to the six schemes and to relative ones', () => {
  expect(addresses('[a](https://a.org) [b](javascript:alert(1)) [c](/c) <irc://d>')).toEqual([
    'https://a.org',
    '',
    '/c',
    'irc://d',
  ]);
  expect(addresses('![a](data:image/png;base64,AA) www.b.org ada@example.org')).toEqual([
    '',
    'http://www.b.org',
    'mailto:ada@example.org',
  ]);
  expect(addresses('[a][x]\n\n[x]: vbscript:x')).toEqual(['']);
});

test('a long text with links and notes that refer far down is one text', () => {
  const text = `[far][x] and a note[^1]\n\n${'word '.repeat(2000)}\n\n[x]: https://example.org\n[^1]: The note.`;
  expect(addresses(text)[0]).toBe('https://example.org');
  expect(short(parseMarkdown(text))).toContain('The note.');
});
