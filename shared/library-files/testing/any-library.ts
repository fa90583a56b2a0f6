/** Draws libraries with texts and names that files and YAML tend to change. */
import fc from 'fast-check';
import type { CaseFields } from '#shared/model/checks/test-case.ts';
import { projectColors } from '#shared/model/colors.ts';
import type { LabelAsks } from '#shared/model/label-proof.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { LabelMove, PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Resource } from '#shared/model/resource.ts';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { Version } from '#shared/model/version.ts';
import { type LibraryRows, sha256 } from './memory-library.ts';

const oddTexts = [
  '---\ntitle: not mine\n---\ntext',
  '--- system ---\nBe brief.\n\n--- user ---\n{{topic}}',
  'line\r\nline\rline\u2028line\u0085line',
  '\ufeffmark first',
  'trailing  \t\n\n  ',
  'no end of line',
  '\n\nblank lines first',
  '...\n%YAML 1.1\n!!python/none',
  'key: "value" # no comment\n- *alias &anchor',
  '\ud83d\ude00 emoji \u200d joined',
  '=1+1',
  '',
];
const oddNames = [
  ...[
    'a/b',
    'a\\b',
    '..',
    '.',
    '...',
    '.hidden',
    'trailing.',
    'con',
    'CON.md',
    'nul',
    'LPT1',
    'files',
    'project.yaml',
  ],
  ...[
    'library.yaml',
    'Title',
    'title',
    'TITLE',
    'Title.md',
    'title~1',
    'versions',
    'a:b*c?d"e<f>g|h',
    'e\u0301',
    '\u00e9',
  ],
  ...[
    'stra\u00dfe',
    'STRASSE',
    '\u202egnp.exe',
    '- dash',
    '"quoted"',
    "it's",
    'yes',
    'null',
    '12',
    '1e3',
    '~',
    '#hash',
  ],
  ...[
    '\u7b2c\u4e00\u7ae0'.repeat(16),
    'x'.repeat(50),
    '\ud83d\ude00'.repeat(50),
    '[list]',
    '{map}',
    '&a',
    '*a',
    '!t',
    '@x',
  ],
];

const at = fc
  .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
  .map((time) => new Date(time).toISOString());

function names(valid: boolean): fc.Arbitrary<string> {
  const long = fc.constantFrom('n'.repeat(200), '\u0416'.repeat(200), 'Line\nbreak', '', ' spaces ');
  const random = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  const title = fc.oneof(
    fc.constantFrom(...oddNames),
    fc.string({ maxLength: 40 }),
    valid ? fc.string() : fc.oneof(long, random),
  );
  if (!valid) return title;
  return title.map(
    (name) =>
      Array.from(name.replaceAll('\0', '').trim()).slice(0, 50).join('').toWellFormed().trim() || 'Untitled',
  );
}

function texts(valid: boolean): fc.Arbitrary<string> {
  const any = fc.oneof(
    fc.constantFrom(...oddTexts),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom('---', '\n', '\r\n', ' ', 'a', '```', '{{x}}', '\ufeff', '\u2028', '"', '\\', '#'),
      )
      .map((parts) => parts.join('')),
  );
  if (!valid) return fc.oneof(any, fc.constantFrom('\ud800 half', 'null \0 character'));
  return any.map((text) => text.replaceAll('\0', '').toWellFormed());
}

function notes(): fc.Arbitrary<string> {
  const note = fc.record({ id: fc.uuid(), content: texts(true), createdAt: at });
  const list = fc
    .uniqueArray(note, { selector: ({ id }) => id, maxLength: 3 })
    .map((all) => JSON.stringify(all));
  return fc.oneof(
    fc.constant(''),
    list,
    fc.constantFrom('plain text', '[ 1 ]', '{"broken', '[{"id":1,"content":"a"}]'),
  );
}

type DraftVersion = Pick<Version, 'content' | 'description' | 'createdAt' | 'original' | 'conflict'> & {
  settings: PromptSettings | undefined;
  /** Numbers before it that were given once and deleted. */
  deletedBefore: number;
};

type Draft = {
  title: string;
  content: string;
  notes: string;
  versions: DraftVersion[];
  attributes: PromptAttributes;
  label: DraftLabel;
  runs: DraftRun[];
  cases: DraftCase[];
  later: Record<string, number>;
};

/** Of a label: its rule, and why it was moved. */
type DraftLabel = { asks?: LabelAsks; why?: Pick<LabelMove, 'proof' | 'override'> };

type DraftCase = CaseFields & { createdAt: string };

type DraftRun = {
  answer: string;
  createdAt: string;
  /** Null: of the current text; otherwise of the last version, or, where there is none, of one that was deleted. */
  ofVersion: boolean;
  note: string;
  stars: number | null;
  values: Record<string, string>;
};

/** Texts that are JSON, each as somebody wrote it. */
const jsonTexts = [
  '{}',
  '{"a": 1.0, "a": 1e2}',
  '{\n  "type": "object",\n\n\t"title": "---"  \n}\n',
  '{\r\n"a": "# no comment"\r\n}',
  ' {"b": "\\u0000 \\ud800"}',
  '{\n "x": "y"\n}\n\n',
  '{ }\n  \n',
  '{\n  "line": "\u2028"\n}',
];

export function anySettings(): fc.Arbitrary<PromptSettings> {
  return fc.record(
    {
      model: fc.constantFrom('small', 'yes', '1.0', 'a: b'),
      temperature: fc.constantFrom(0, 0.7, 1e-7),
      topP: fc.constantFrom(0, 1),
      maxTokens: fc.constantFrom(1, 2 ** 40),
      stop: fc.uniqueArray(fc.constantFrom('\n', '---', ' ', 'no', '\u0085'), { minLength: 1 }),
      seed: fc.constantFrom(0, -1),
      reasoningEffort: fc.constantFrom('low', 'null'),
      answerFormat: fc.constantFrom('text', 'json'),
      answerSchema: fc.constantFrom(...jsonTexts),
      tools: fc.constantFrom(...jsonTexts.map((text) => `[${text}]`)),
      more: fc.constantFrom(...jsonTexts),
    },
    { requiredKeys: ['model'] },
  );
}

function drafts(valid: boolean): fc.Arbitrary<Draft> {
  const text = valid ? texts(true).filter((each) => each.trim() !== '') : texts(false);
  const version = fc.record({
    content: text,
    description: texts(true).map((each) => each.slice(0, 100).toWellFormed()),
    createdAt: at,
    original: fc.option(text, { nil: null }),
    conflict: fc.constantFrom(null, null, 'unreviewed' as const, 'reviewed' as const),
    settings: fc.option(anySettings(), { nil: undefined }),
    deletedBefore: fc.nat(2),
  });
  const attributes = fc.record(
    {
      tags: fc.uniqueArray(fc.constantFrom('a', 'ship it', 'yes', '1', 'x: y'), { minLength: 1 }),
      favorite: fc.constant(true as const),
      position: fc.constantFrom('a', '1', 'zz1'),
      settings: anySettings(),
      valueSets: fc
        .uniqueArray(
          fc.record({
            id: fc.integer({ min: 1, max: 99 }),
            name: fc.constantFrom('Rome', 'yes', '- x'),
            values: fc.dictionary(fc.constantFrom('topic', 'first name', 'a: b', 'constructor'), texts(true)),
          }),
          { minLength: 1, selector: ({ values }) => JSON.stringify(values), comparator: (a, b) => a === b },
        )
        .map((sets) => sets.filter((set, index) => sets.findIndex(({ id }) => id === set.id) === index)),
    },
    { requiredKeys: [] },
  );
  const run = fc.record({
    answer: texts(true),
    createdAt: at.map((time) => new Date(time).toISOString()),
    ofVersion: fc.boolean(),
    note: texts(true),
    stars: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
    values: fc.dictionary(fc.constantFrom('topic', 'constructor', '__proto__'), texts(true)),
  });
  const runs = fc.uniqueArray(run, { maxLength: 2, selector: (each) => JSON.stringify(each) });
  const testCase = fc.record({
    name: names(true),
    enabled: fc.boolean(),
    values: fc.dictionary(fc.constantFrom('topic', 'constructor', '__proto__'), texts(true)),
    checks: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('contains'), value: texts(true) }),
        fc.record({ type: fc.constantFrom('later', 'llm-rubric'), config: fc.constant({ deep: [1, null] }) }),
      ),
      { maxLength: 2 },
    ),
    threshold: fc.constantFrom(null, 0.5, 1),
    notes: texts(true),
    position: fc.constantFrom(null, 'a1'),
    createdAt: at.map((time) => new Date(time).toISOString()),
  });
  const cases = fc.array(testCase, { maxLength: 2 });
  const later = valid ? fc.constant({}) : fc.dictionary(fc.constantFrom('later', 'x y'), fc.integer());
  const versions = fc.array(version, { maxLength: 3 });
  return fc.record({
    title: names(valid),
    content: text,
    notes: notes(),
    versions,
    attributes,
    label: anyLabel,
    runs,
    cases,
    later,
  });
}

const sha256s = 'a'.repeat(64);

const anyLabel: fc.Arbitrary<DraftLabel> = fc.record(
  {
    asks: fc.record({ share: fc.constantFrom(0.125, 0.9, 1), model: fc.constantFrom('small', 'a: b') }),
    why: fc.oneof(
      fc.record({ override: fc.constantFrom('urgent', '- yes: "no"', '1.0') }),
      fc.record({
        proof: fc.record({
          ...{ model: fc.constantFrom('small', '1.0'), held: fc.nat(9), total: fc.constant(9) },
          ...{ textHash: fc.constant(sha256s), at: fc.constant('2026-01-01T00:00:00.000Z') },
          cells: fc.array(fc.constant(sha256s), { maxLength: 2 }),
        }),
      }),
    ),
  },
  { requiredKeys: [] },
);

const blobTexts = ['PDF?', 'plain text', '{"a": 1}', ''];

/** `valid`: only with what a library takes today; otherwise also with what earlier releases may have stored. */
export function anyLibrary({ valid = false } = {}): fc.Arbitrary<LibraryRows> {
  const resource = fc.record({
    // Which a library takes out of the names of its files.
    name: valid ? names(true).map((name) => name.replaceAll('\u202e', '')) : names(true),
    text: fc.constantFrom(...blobTexts),
    isHere: fc.boolean(),
  });
  const project = fc.record({
    name: names(valid),
    color: valid ? fc.constantFrom(...projectColors) : fc.constantFrom('red', 'old colour'),
    createdAt: at,
    position: fc.option(fc.constantFrom('a', 'b1', 'zz1'), { nil: undefined }),
    prompts: fc.array(drafts(valid), { maxLength: 4 }),
    resources: fc.array(resource, { maxLength: 3 }),
  });
  return fc.array(project, { maxLength: 3 }).map((projects) => libraryOf(projects, valid));
}

function libraryOf(
  projects: readonly {
    name: string;
    color: string;
    createdAt: string;
    position: string | undefined;
    prompts: Draft[];
    resources: { name: string; text: string; isHere: boolean }[];
  }[],
  valid: boolean,
): LibraryRows {
  let id = 0;
  const next = () => {
    id += 1;
    return id;
  };
  const blobs = new Map<string, Uint8Array>();
  const rows: LibraryRows = {
    projects: [],
    prompts: [],
    versions: [],
    keptRuns: [],
    testCases: [],
    resources: [],
    blobs,
  };
  for (const { name, color, createdAt, position, prompts, resources } of projects) {
    const projectId = next();
    const place = position === undefined ? {} : { position };
    rows.projects.push({ id: projectId, name, color, createdAt, ...place });
    for (const draft of prompts) addPrompt(rows, draft, { projectId, next, createdAt });
    for (const { name: fileName, text, isHere } of resources) {
      const bytes = new TextEncoder().encode(text);
      const hash = sha256(bytes);
      if (isHere || valid) blobs.set(hash, bytes);
      const row: Resource = {
        ...{ id: next(), projectId, name: `${fileName}.txt`, originalFilename: 'file.txt', description: '' },
        ...{ fileType: 'text/plain', fileSize: bytes.length, sha256: hash, createdAt, available: isHere },
      };
      rows.resources.push(row);
    }
  }
  return rows;
}

function addPrompt(
  rows: LibraryRows,
  { title, content, notes: noteText, versions, attributes, label, runs, cases, later }: Draft,
  { projectId, next, createdAt }: { projectId: number; next(): number; createdAt: string },
): void {
  const id = next();
  let number = 0;
  const made = versions.map(
    ({ content: text, description, createdAt: time, original, conflict, settings: saved, deletedBefore }) => {
      number += 1 + deletedBefore;
      const stands = { id: next(), promptId: id, version: number };
      const row: Version = { ...stands, content: text, description, createdAt: time, original, conflict };
      return saved === undefined ? row : { ...row, settings: saved };
    },
  );
  const versionId = made.at(-1)?.id ?? null;
  const asked = { label: 'production', ...(label.asks === undefined ? {} : { asks: label.asks }) };
  const labels =
    versionId === null
      ? []
      : [{ ...asked, versionId, moves: [{ versionId, at: createdAt, device: 'd', ...label.why }] }];
  const all = { ...(labels.length === 0 ? {} : { labels }), ...attributes };
  const prompt: Prompt = {
    ...{ id, projectId, title, content, notes: noteText, createdAt, lastVersion: number, ...later },
    ...(Object.keys(all).length === 0 ? {} : { attributes: all }),
  };
  rows.prompts.push(prompt);
  rows.versions.push(...made);
  for (const row of cases) rows.testCases.push({ id: next(), promptId: id, ...row });
  for (const { answer, ofVersion, values, ...rest } of runs) {
    const run = exampleRun({ answer, values });
    const of = ofVersion ? versionId : null;
    rows.keptRuns.push({ id: next(), promptId: id, versionId: of, verdict: null, ...rest, run });
  }
}
