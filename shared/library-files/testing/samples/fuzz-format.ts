/** Reads files of a format that were damaged at random: whatever they hold, reading ends with rows and reasons. */
import fc from 'fast-check';
import type { Candidate } from '../../candidate.ts';
import { planImport } from '../../plan/plan-import.ts';
import { readLibraryFiles } from '../../read-library-files.ts';
import { readYaml } from '../../yaml.ts';
import { all, inputFile, MemoryLibrary, planOptions } from '../memory-library.ts';
import type { FormatSample } from './format-sample.ts';

const tokens = [
  ...['{{', '}}', '{%', '%}', '{#', '#}', '{{{', '{% raw %}', '{% for a in chat_history %}', '{% endfor %}'],
  ...[
    '---\n',
    '--- user ---\n',
    'user:\n',
    '# system:\n',
    '<user>\n',
    '</user>',
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
  ],
  ...[
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ':',
    ',',
    '- ',
    '|',
    '&a ',
    '*a ',
    '!!js ',
    '<<: ',
    '#',
    '\\',
    '\0',
    '\ufeff',
  ],
  ...['null', 'true', '-1', '1e999', '__proto__', 'constructor', '"__proto__":', 'promptory', 'metadata:'],
  ...[
    '\ud800',
    '\u2028',
    '\u00e4',
    '\ud83d\ude00',
    '{'.repeat(2000),
    '['.repeat(2000),
    'x'.repeat(5000),
    '- '.repeat(300),
  ],
];

const edit = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'repeat', 'move', 'value', 'value', 'value', 'value'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.nat({ max: 60 }),
  token: fc.constantFrom(...tokens),
});
type Edit = { kind: string; at: number; length: number; token: string };

function edited(text: string, { kind, at, length, token }: Edit): string {
  const start = Math.floor(at * text.length);
  const part = text.slice(start, start + length);
  const rest = text.slice(start + length);
  if (kind === 'remove') return text.slice(0, start) + rest;
  if (kind === 'repeat') return text.slice(0, start) + part.repeat(3) + rest;
  if (kind === 'move') return rest + text.slice(0, start) + part;
  return text.slice(0, start) + token + text.slice(start);
}

const oddValues = [
  null,
  true,
  -1,
  1e300,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  { a: { b: [1] } },
  '\0',
  '\ud800',
  '{{a | b}}',
];

/** Changes a value of a file of JSON or YAML, which stays one; other edits mostly make it none. */
function withOddValues(path: string, text: string, edits: readonly Edit[]): string {
  const own = edits.filter(({ kind }) => kind === 'value');
  if (own.length === 0) return text;
  if (path.endsWith('.jsonl')) {
    const lines = text.split('\n');
    const at = Math.floor((own[0]?.at ?? 0) * lines.length);
    return lines.map((line, index) => (index === at ? changed(line, own) : line)).join('\n');
  }
  return /\.(json|ya?ml)$/.test(path) ? changed(text, own) : edits.reduce(edited, text);
}

function changed(text: string, edits: readonly Edit[]): string {
  const read = readYaml(text);
  if (!read.ok) return text;
  const root = { value: read.value };
  for (const { at, length, token } of edits) {
    const places = placesIn(root);
    const place = places[Math.floor(at * places.length)];
    if (place === undefined) continue;
    const { holder, key } = place;
    const odd = structuredClone(oddValues[length % oddValues.length]);
    if (length > 50) Reflect.deleteProperty(holder, key);
    else if (length > 40) Reflect.set(holder, key, token);
    else if (length > 35)
      Object.defineProperty(holder, token, { value: odd, enumerable: true, configurable: true });
    else Reflect.set(holder, key, odd);
  }
  return JSON.stringify(root.value) ?? 'null';
}

function placesIn(holder: object): { holder: object; key: string }[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}

/** Resolves to how many prompts and reasons came of `numRuns` damaged files. */
export async function fuzzFormat(
  { path, make, samples }: FormatSample,
  numRuns: number,
): Promise<{ prompts: number; refused: number }> {
  const seen = { prompts: 0, refused: 0 };
  const seeds = [{ [path]: make('Hi {{name}}, {tone}') }, ...samples.map(({ files }) => files)];
  const damaged = fc.record({
    seed: fc.constantFrom(...seeds),
    which: fc.nat({ max: 5 }),
    edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ seed, which, edits }) => {
      const names = Object.keys(seed);
      const broken = names[which % names.length];
      const files = Object.entries(seed).map(([name, text]) =>
        inputFile(name, name === broken ? damagedText(name, text, edits) : text),
      );
      const found = await all(readLibraryFiles(files, { project: { id: null, name: 'Imported' } }));
      count(found, seen);
      const rows = await all(planImport(found, new MemoryLibrary().existing(), planOptions()));
      if (rows.length !== found.length) throw new Error('A candidate has no row.');
    }),
    { numRuns },
  );
  return seen;
}

function damagedText(path: string, text: string, edits: readonly Edit[]): string {
  const plain = edits.filter(({ kind }) => kind !== 'value');
  const isText = edits.length % 3 === 0;
  return isText ? plain.reduce(edited, text) : withOddValues(path, text, edits);
}

function count(found: readonly Candidate[], seen: { prompts: number; refused: number }): void {
  for (const { kind } of found) {
    if (kind === 'prompt') seen.prompts += 1;
    if (kind === 'refused') seen.refused += 1;
  }
}
