/** Prompts with a value for each of their variables: generated ones, or those of a file. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { z } from 'zod';
import { limits } from '../../shared/model/limits.ts';
import { readPrompt } from '../../shared/templates/prompt-parts.ts';
import { templateTexts } from '../../shared/templates/template-samples.ts';

export type PromptToEvaluate = { title: string; text: string; values: Record<string, string> };

const generated = 300;
const seed = 20_261_124;

const chosenTexts = [
  'one line',
  'file://not/a/path.txt',
  'exec: nothing',
  '{"role": "user", "content": "{{topic}}"}',
  '  blanks at the edges\n\n',
  '{% raw %} {{topic}} {# no comment #} {{ topic | upper }} #}',
  '--- system ---\nBe {{tone | default: warm}} and {brief}.\n\n--- user ---\n{{first name}}: {question}\n',
  'Line\r\nanother\u2028and {{\u0438\u043c\u044f}} {{env}} {{range}} {{a-b}} {{a b}} {{a_b}}',
];

/** Leaves out what no file of YAML has, half of a surrogate pair, and what promptfoo refuses, an empty prompt. */
const isText = (text: string) => text.isWellFormed() && text.trim() !== '';

export function generatedPrompts(): PromptToEvaluate[] {
  const drawn = fc.sample(templateTexts.filter(isText), { numRuns: generated, seed });
  return [...chosenTexts, ...drawn].map((text, index) => withValues(`Prompt ${index + 1}`, text));
}

const Line = z.object({ title: z.string(), versions: z.array(z.string()).min(1) });

/** Reads a file with a prompt in each line; its text is that of the newest version. */
export function promptsOf(file: string): PromptToEvaluate[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const { title, versions } = Line.parse(JSON.parse(line));
    const short = title
      .slice(0, limits.promptTitleLength - 8)
      .toWellFormed()
      .trim();
    return withValues(`${index + 1} ${short}`, versions.at(-1) ?? '');
  });
}

function withValues(title: string, text: string): PromptToEvaluate {
  const { variables } = readPrompt(text).found;
  const values = variables.map(({ name }, index): [string, string] => [name, `<value ${index} & "more">`]);
  return { title, text, values: Object.fromEntries(values) };
}
