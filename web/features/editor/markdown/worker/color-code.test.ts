import type { Root } from 'hast';
import { expect, test } from 'vitest';
import { codeColoring } from './color-code.ts';
import { markdownParser } from './parse-markdown.ts';

function colored(text: string, now: () => number = () => 0): string[] {
  const tree: Root = markdownParser()(text);
  codeColoring(now).color(tree);
  return tree.children.map((block) => (JSON.stringify(block).includes('hljs-') ? 'colored' : 'plain'));
}

const code = (line: string, times = 1) => `\`\`\`js\n${line.repeat(times)}\n\`\`\`\n\n`;

test('code is colored wherever it stands', () => {
  expect(colored(`${code('let a = 1;')}> - \`\`\`js\n>   let a = 1;\n>   \`\`\``)).toEqual([
    'colored',
    'colored',
  ]);
});

test('a long block of code stays without colors, and those around it have theirs', () => {
  const long = code('let a = 1;\n', 1_000);
  expect(colored(code('let a = 1;') + long + code('let b = 2;'))).toEqual(['colored', 'plain', 'colored']);
});

test('once the time for it has passed, code stays without colors', () => {
  let now = 0;
  const slow = () => {
    now += 200;
    return now;
  };
  expect(colored(code('let a = 1;').repeat(3), slow)).toEqual(['colored', 'plain', 'plain']);
});
