import fc from 'fast-check';
import type { Nodes, RootContent } from 'hast';
import { expect, test } from 'vitest';
import { resolveSnippets } from '#shared/templates/resolve-snippets.ts';
import { shownPrompt } from '#shared/templates/shown-prompt.ts';
import { hostileText } from '../hostile-samples.ts';
import { codeColoring } from './color-code.ts';
import { markdownParser } from './parse-markdown.ts';
import { marksIn } from './section-marks.ts';

const parse = markdownParser();

type Given = { values?: Record<string, string> | null; texts?: Record<string, string> };

function treeOf(text: string, { values = {}, texts = {} }: Given): RootContent[] {
  const resolved = resolveSnippets(text, ({ title }) => {
    const found = texts[title];
    return found === undefined ? 'missing' : { key: title, text: found };
  });
  const given = values === null ? null : new Map(Object.entries(values));
  const shown = shownPrompt(resolved.text, { snippets: resolved.inserted, values: given });
  const tree = parse(shown.text, marksIn(shown, { from: 0, to: shown.text.length }));
  codeColoring(() => 0).color(tree);
  return tree.children;
}

/** The tree in short: `p[Hi a=[Ada]]`; a snippet as `<x` to `x>`, as a block with two brackets. */
function short(nodes: readonly RootContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return /^\n+$/.test(node.value) ? '' : node.value;
      if (node.type !== 'element') return '';
      const { dataKind: kind, dataVariable: name, dataReference: reference, ...edge } = node.properties;
      const content = short(node.children);
      if (node.tagName === 'ins') {
        const [bracket, title] = [edge.dataOf === 'block' ? 2 : 1, /\/(\w+)/.exec(String(reference))?.[1]];
        return edge.dataSide === 'start'
          ? `${'<'.repeat(bracket)}${title} `
          : ` ${title}${'>'.repeat(bracket)}`;
      }
      const signs: Record<string, string> = { value: '=', default: '~', missing: '?', reference: '!' };
      if (kind === undefined) return `${node.tagName}[${content}]`;
      const mark = `${String(name ?? '')}${signs[String(kind)]}[${content}]`;
      return node.tagName === 'mark' ? mark : `${node.tagName} ${mark}`;
    })
    .join('');
}

test.each([
  ['Hi {name}, *{name}*', { name: 'Ada' }, 'p[Hi name=[Ada], em[name=[Ada]]]'],
  ['Hi {{name}} and {{tone | default: warm}}', {}, 'p[Hi name?[name] and tone~[warm]]'],
  ['a\\* &amp; {{x}} &lt;\\_ {{y}}', { x: '1' }, 'p[a* & x=[1] <_ y?[y]]'],
  ['{{_x_}} _{{a_b}}_', {}, 'p[_x_?[_x_]em[] em[a_b?[a_b]]]'],
  ['{text}', { text: '# One\n\n- *two*\n- three\n' }, 'h1[text=[One]]ul[li[em[text=[two]]]li[text=[three]]]'],
  ['# {a}\n{b}', { a: 'x', b: '# y' }, 'h1[a=[x]]h1[b=[y]]'],
  ['> {a}\n> {b}  \n> {c} \n> d', { a: '1', b: '2', c: '3' }, 'blockquote[p[a=[1]b=[2]br[]c=[3]\nd]]'],
  ['`{{a}} b` `` `{{a}} ``', { a: '*' }, 'p[code[a=[*] b] code[`a=[*]]]'],
  ['`{{a}}`', {}, 'p[code[a?[a]]]'],
  ['    if {{a}}:\n      {{b}}', { a: 'x' }, 'pre[code[if a=[x]:\n  b?[b]]]'],
  ['{a}', { a: '```\none\n```' }, 'pre[code a=[one\n]]'],
  ['> ```\n> {\n> ```\n\n> > {a}', { a: 'x' }, 'blockquote[pre[code[{\n]]]blockquote[blockquote[p[a=[x]]]]'],
  ['```\n{{a}}\n```', { a: 'x' }, 'pre[code[{{a}}\n]]'],
  [
    '| {a} | b |\n|-|-|\n| c | {{d}} |',
    { a: 'x' },
    'table[thead[tr[th[a=[x]]th[b]]]tbody[tr[td[c]td[d?[d]]]]]',
  ],
  ['<user {{id}}>\n[{{a}}]({{a}})', { a: 'x' }, 'div[<user id?[id]>]p[a[a=[x]]]'],
  ['https://a.org/{{a}} www.{{b}}.org', { a: 'x' }, 'p[a[https://a.org/a=[x]] a[www.b?[b].org]]'],
  ['{{> P/no}} and *{{> P/n_o}}*', {}, 'p[![{{> P/no}}] and em[![{{> P/n_o}}]]]'],
  ['{a}{b}', { a: '**x', b: 'y**' }, 'p[strong[a=[x]b=[y]]]'],
])('%j with %j is drawn as %s', (text, values, drawn) => {
  expect(short(treeOf(text, { values }))).toBe(drawn);
});

test.each([
  ['Hi\n\n{{> P/x}}\n\nend', { x: '# X\n\none\n' }, 'p[Hi]<<x h1[X]p[one] x>>p[end]'],
  ['Hi {{> P/x}}!', { x: 'X *y*' }, 'p[Hi <x X em[y] x>!]'],
  ['{{> P/x}} end', { x: '# X\n\none' }, '<<x h1[X]p[one x> end]'],
  ['{{> P/x}}', { x: 'a\n\n{{> P/y}}', y: 'Y' }, '<<x p[a]<<y p[Y] y>> x>>'],
  ['{{> P/x}}', { x: '{{> P/y}}', y: 'Y' }, '<<x <<y p[Y] y>> x>>'],
  ['{{> P/x}}{{> P/y}}', { x: 'X', y: 'Y' }, 'p[<x X x><y Y y>]'],
  ['- a\n{{> P/x}}\n- d', { x: '- b\n- c' }, 'ul[li[a]li[<x b]li[c x>]li[d]]'],
  ['> {{> P/x}}', { x: 'one' }, 'blockquote[<<x p[one] x>>]'],
  ['# {{> P/x}}', { x: '`X`' }, 'h1[<x code[X] x>]'],
  ['a {{> P/x}} b', { x: '[l{{> P/y}}](x)', y: 'Y' }, 'p[a <x <y a[lY] y> x> b]'],
  ['a\n\n{{> P/x}}\n\nb', { x: '```\ncode' }, 'p[a]<<x pre[code[code\n\nb\n]] x>>'],
  ['|a|\n|-|\n{{> P/x}}', { x: '|b|\n|c|' }, 'table[thead[tr[th[a]]]tbody[tr[td[<x b]]tr[td[c x>]]]]'],
  ['{{> P/x}}', { x: '' }, ''],
])('in %j the snippets %j are drawn as %s', (text, texts, drawn) => {
  expect(short(treeOf(text, { texts }))).toBe(drawn);
});

test('code in which a value is marked stays without colors, and code that is a value has its own', () => {
  const code = '```json\n{"a": 1}\n```';
  expect(JSON.stringify(treeOf('{a}', { values: { a: code } }))).toContain('hljs-attr');
  const half = treeOf('{a}\n"b": 2}\n```', { values: { a: '```json\n{"a": 1,' } });
  expect(short(half)).toBe('pre[code[a=[{"a": 1,]\n"b": 2}]]');
});

function plainText(node: Nodes): string {
  // An edge between blocks has line breaks around it, as blocks have.
  if (node.type === 'text') return node.value.replaceAll('\n', '');
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

test('marks change nothing that is read, whatever the text is', () => {
  let marked = 0;
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat({ max: 2_000 }), { maxLength: 20 }), (seed, places) => {
      const text = hostileText(seed, 2_000);
      const ordered = [...new Set(places)].sort((one, other) => one - other);
      const ranges = ordered.slice(1).map((end, at) => ({ start: ordered[at] ?? 0, end }));
      const shown = {
        text,
        parts: [],
        marks: ranges.map((range) => ({ kind: 'value' as const, name: 'a', ...range })),
        snippets: ranges.map((range) => ({ ...range, reference: { project: 'P', title: 't', pin: null } })),
      };
      const tree = parse(text, marksIn(shown, { from: 0, to: text.length }));
      expect(plainText(tree)).toBe(plainText(parse(text)));
      if (JSON.stringify(tree).includes('dataKind')) marked += 1;
    }),
    { numRuns: 100 },
  );
  expect(marked).toBeGreaterThan(20);
});
