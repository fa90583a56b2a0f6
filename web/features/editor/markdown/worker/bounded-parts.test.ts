import type { RootContent } from 'hast';
import { expect, test } from 'vitest';
import { hostileText, hostileTexts } from '../hostile-samples.ts';
import type { MarkdownPart, ReadReport } from '../markdown-parts.ts';
import { bounds } from './bounded-parts.ts';
import { codeColoring } from './color-code.ts';
import { sectionReader } from './read-sections.ts';
import { sectionLength } from './sections.ts';

const read = sectionReader();

function reports(text: string): ReadReport[] {
  return [
    ...read(
      { job: 1, source: { text, keepsBreaks: false, prompt: null }, from: 0, isFirstUncolored: false },
      codeColoring(() => 0),
    ),
  ];
}

function partsOf(text: string): MarkdownPart[] {
  return reports(text).flatMap((report) => (report.kind === 'parts' ? report.parts : []));
}

function depthOf(node: RootContent): number {
  return node.type === 'element' ? 1 + Math.max(0, ...node.children.map(depthOf)) : 0;
}

function countOf(node: RootContent): number {
  return node.type === 'element' ? node.children.reduce((sum, child) => sum + countOf(child), 1) : 1;
}

function textsIn(node: RootContent): string[] {
  if (node.type === 'text') return [node.value];
  return node.type === 'element' ? node.children.flatMap(textsIn) : [];
}

function expectBounded(parts: readonly MarkdownPart[]): void {
  for (const part of parts) {
    if (part.kind === 'message') continue;
    if (part.kind === 'plain') {
      expect(part.text.length).toBeLessThanOrEqual(bounds.textLength);
      continue;
    }
    const nodes = part.blocks.reduce((sum, block) => sum + countOf(block), 0);
    // Besides those that are counted, white space between inline elements.
    expect(nodes).toBeLessThanOrEqual(2 * bounds.blockNodes);
    for (const block of part.blocks) {
      expect(depthOf(block)).toBeLessThanOrEqual(bounds.depth);
      for (const text of textsIn(block)) expect(text.length).toBeLessThanOrEqual(bounds.textLength);
    }
  }
}

test.each(hostileTexts)('%s: its parts are bounded, or it is given up', (_, text) => {
  // A length at which none of them takes a second; the page's own limit is for the others.
  const found = reports(text(1_500));
  expect(['ended', 'failed']).toContain(found.at(-1)?.kind);
  expectBounded(found.flatMap((report) => (report.kind === 'parts' ? report.parts : [])));
});

test('the parts of a hundred random texts are bounded, or these are given up', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const found = reports(hostileText(seed, 600));
    expect(['ended', 'failed']).toContain(found.at(-1)?.kind);
    expectBounded(found.flatMap((report) => (report.kind === 'parts' ? report.parts : [])));
  }
});

test('a text that nests too deeply for the parser itself is given up where it begins', () => {
  expect(reports('>'.repeat(10_000)).at(-1)).toMatchObject({ kind: 'failed', from: 0 });
});

test('a block that nests too deeply is shown as its source, and those around it are formatted', () => {
  const deep = `${'> '.repeat(60)}deep`;
  const [before, plain, after] = partsOf(`# One\n\n${deep}\n\nTwo`);
  expect(before).toMatchObject({ kind: 'formatted', blocks: [{ tagName: 'h1' }] });
  expect(plain).toEqual({ kind: 'plain', text: deep });
  expect(after).toMatchObject({ kind: 'formatted', blocks: [{ tagName: 'p' }] });
});

test('a paragraph of thousands of elements is shown as its source', () => {
  const text = '*a* '.repeat(4_000).trim();
  expect(partsOf(text)).toEqual([{ kind: 'plain', text }]);
});

test('a long list becomes several, numbered on, with every item in its order', () => {
  const items = Array.from({ length: 3_000 }, (_, at) => `${at + 5}. item ${at}`);
  const blocks = partsOf(items.join('\n')).flatMap((part) => (part.kind === 'formatted' ? part.blocks : []));
  expect(blocks.length).toBeGreaterThan(5);
  const lists = blocks.flatMap((block) => (block.type === 'element' ? [block] : []));
  let next = 5;
  for (const list of lists) {
    expect(list).toMatchObject({ tagName: 'ol', properties: { start: next } });
    next += list.children.length;
  }
  expect(next).toBe(3_005);
  expect(lists.flatMap(textsIn).join(' ')).toBe(
    Array.from({ length: 3_000 }, (_, at) => `item ${at}`).join(' '),
  );
});

test('a long block of code becomes several without colors, with every line in its order', () => {
  const code = Array.from({ length: 3_000 }, (_, at) => `const line${at} = ${at};`).join('\n');
  const parts = partsOf(`\`\`\`js\n${code}\n\`\`\``);
  const blocks = parts.flatMap((part) => (part.kind === 'formatted' ? part.blocks : []));
  expect(blocks.length).toBeGreaterThan(2);
  expect(new Set(blocks.map((block) => (block.type === 'element' ? block.tagName : '')))).toEqual(
    new Set(['pre']),
  );
  expect(blocks.flatMap(textsIn).join('').trimEnd()).toBe(code);
});

test('a text of very many blocks is formatted up to a bound, and given up at the next section', () => {
  const text = 'A paragraph of a few words.\n\n'.repeat(3_500);
  const found = [
    ...sectionReader(3_000)(
      { job: 1, source: { text, keepsBreaks: false, prompt: null }, from: 0, isFirstUncolored: false },
      null,
    ),
  ];
  const last = found.at(-1);
  expect(last).toMatchObject({ kind: 'failed', from: expect.any(Number) });
  expect(last?.kind === 'failed' && last.from).toBeGreaterThan(sectionLength);
  expect(reports(text).at(-1)).toEqual({ kind: 'ended', job: 1 });
});
