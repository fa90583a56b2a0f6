import fc from 'fast-check';
import { expect, test } from 'vitest';
import { t } from '#shared/language/translate.ts';
import type { LintSubject } from './finding.ts';
import { type Finding, lintPrompt, textWithFix } from './lint-prompt.ts';
import { lintRules } from './lint-rules.ts';
import { exampleSubject } from './subject-example.ts';

type Sample = {
  readonly rule: string;
  readonly text: string;
  readonly more?: Partial<LintSubject>;
  /** The marked parts of the text, null for a finding about the whole; none where nothing is found. */
  readonly marked: readonly (string | null)[];
  readonly reason?: string;
  /** The text after the fix of the first finding. */
  readonly fixed?: string;
};

const ada = (values: Record<string, string>, enabled = true) => ({ name: 'Ada', enabled, values });
const schema = (more: object) => ({
  answerSchema: JSON.stringify({ type: 'object', ...more }),
  answerFormat: 'json',
});
const title = schema({ properties: { title: { type: 'string', pattern: '^(a+)+$' } }, required: ['title'] });

const samples: readonly Sample[] = [
  { rule: 'undefined-variable', text: 'Dear {{name}}', marked: [] },
  { rule: 'undefined-variable', text: 'Dear {{name}}', more: { cases: [ada({ name: 'A' })] }, marked: [] },
  {
    ...{ rule: 'undefined-variable', text: 'Dear {{name}}, {{day}}', more: { cases: [ada({ name: 'A' })] } },
    ...{ marked: ['{{day}}'], reason: 'No value set and no test case has a value for day.' },
  },
  {
    ...{ rule: 'undefined-variable', text: '{{day | default: Monday}}', more: { cases: [ada({})] } },
    marked: [],
  },
  {
    ...{ rule: 'undefined-variable', text: `To {topci} and \${topci}`, marked: ['{topci}', `\${topci}`] },
    more: { valueSets: [{ name: 'Sea', values: { topic: 'the sea' } }] },
    fixed: `To {topic} and \${topci}`,
  },
  {
    ...{ rule: 'undefined-variable', text: '{{ tpoic | number }}', marked: ['{{ tpoic | number }}'] },
    more: { valueSets: [{ name: 'Sea', values: { topic: '3' } }] },
    fixed: '{{ topic | number }}',
  },
  { rule: 'unused-value', text: '{{name}}', more: { cases: [ada({ name: 'A' })] }, marked: [] },
  {
    ...{ rule: 'unused-value', text: '{{name}}', more: { cases: [ada({ name: 'A', mood: 'B' })] } },
    ...{ marked: [null], reason: 'mood has a value in Ada, and the text has no such variable.' },
  },
  { rule: 'unused-value', text: '', more: { cases: [ada({ mood: 'B' }, false)] }, marked: [] },
  {
    ...{ rule: 'unused-value', text: '{{> Letters/Style}}', marked: [] },
    more: { resolved: 'In a {{mood}} mood', cases: [ada({ mood: 'good' })] },
  },
  { rule: 'untested-option', text: '{{tone | select: warm, plain}}', marked: [] },
  {
    ...{ rule: 'untested-option', text: '{{tone | select: warm, plain, dry | default: dry}}' },
    more: { cases: [ada({ tone: 'warm' }), ada({})] },
    ...{ marked: ['{{tone | select: warm, plain, dry | default: dry}}'] },
    reason: 'No test case has these options of tone: plain.',
  },
  {
    ...{ rule: 'untested-option', text: '{{tone | select: warm, plain}}', marked: [] },
    more: { cases: [ada({ tone: 'warm' }), ada({ tone: 'plain' })] },
  },
  { rule: 'redeclared-variable', text: '{{age | number}} {{age}} {{age | number}}', marked: [] },
  {
    ...{ rule: 'redeclared-variable', text: '{{age | number}} {{age | date}}', marked: ['{{age | date}}'] },
    fixed: '{{age | number}} {{age}}',
  },
  {
    rule: 'redeclared-variable',
    text: '--- system ---\n{{age | number}}\n--- user ---\nAt {{age | date}}',
    marked: ['{{age | date}}'],
    fixed: '--- system ---\n{{age | number}}\n--- user ---\nAt {{age}}',
  },
  { rule: 'similar-variable', text: '{{topic}} {{topics}}', marked: [] },
  { rule: 'similar-variable', text: '{{row_1_1}} {{row_11}}', marked: [] },
  {
    ...{ rule: 'similar-variable', text: '{{user name}} {user_name} {user_name}', marked: ['{{user name}}'] },
    reason: 'user name and user_name are two variables.',
    fixed: '{{user_name}} {user_name} {user_name}',
  },
  {
    // Single braces cannot have the other name.
    ...{ rule: 'similar-variable', text: '{{a b}} {{a b}} {a_b}', marked: ['{a_b}'] },
  },
  { rule: 'broken-snippet', text: '{{> Letters/Style}}', marked: [] },
  {
    ...{ rule: 'broken-snippet', text: 'By {{> Letters/Stile}}.', marked: ['{{> Letters/Stile}}'] },
    more: {
      broken: [{ written: '{{> Letters/Stile}}', reason: 'missing' }],
      references: ['{{> Letters/Greeting}}', '{{> Letters/Style}}'],
    },
    reason: 'There is no prompt or version Letters/Stile.',
    fixed: 'By {{> Letters/Style}}.',
  },
  {
    ...{ rule: 'broken-snippet', text: '{{>Letters/Style@9}}', marked: ['{{>Letters/Style@9}}'] },
    more: {
      broken: [{ written: '{{> Letters/Style@9}}', reason: 'missing' }],
      references: ['{{> Letters/Style}}'],
    },
    fixed: '{{> Letters/Style}}',
  },
  {
    ...{ rule: 'broken-snippet', text: '{{> Letters/Style}}', marked: ['{{> Letters/Style}}'] },
    more: { broken: [{ written: '{{> Letters/Style}}', reason: 'ambiguous' }] },
    reason: 'Several prompts are named Letters/Style.',
  },
  { rule: 'too-long', text: 'a'.repeat(400), more: { contextWindow: 100 }, marked: [] },
  {
    ...{ rule: 'too-long', text: 'a'.repeat(401), marked: [null] },
    more: { contextWindow: 100, settings: { model: 'tiny' } },
    reason: 'The text has about 101 tokens, and tiny takes 100 with those of the answer.',
  },
  {
    ...{ rule: 'too-long', text: 'a'.repeat(400), marked: [null] },
    more: { contextWindow: 4_000, settings: { model: 'tiny', maxTokens: 4_000 } },
    reason: 'The text has about 100 tokens and the answer up to 4,000, and tiny takes 4,000 together.',
  },
  { rule: 'schema-contradiction', text: 'Answer in Markdown.', marked: [] },
  ...[
    ...['Answer in Markdown.', 'Return the result as XML', 'Antworte in reinem Text.'],
    ...['Never answer in JSON.', 'Bitte gib kein JSON aus.', "Don't return JSON."],
    ...['Output plain text, not JSON.', 'Antworte nicht in JSON.', 'Do not ever reply in JSON'],
  ].map((text) => ({
    ...{ rule: 'schema-contradiction', text, more: { settings: { answerFormat: 'json' } } },
    marked: [expect.stringMatching(/\w/)],
  })),
  ...[
    ...[
      'Answer in JSON.',
      'Do not answer in Markdown.',
      'The input is Markdown.',
      'Return JSON without prose',
    ],
    ...[
      '```\nAnswer in XML\n```',
      'Summarise the HTML below. Answer briefly.',
      'Antworte als JSON, nicht in XML.',
      'Do not write prose, output JSON only.',
      'No commentary. Return JSON only.',
      'No explanations, respond with JSON.',
      'Do not return prose but JSON.',
      'Return not only JSON.',
      'Return a JSON object with a field markdown.',
      'Answer the question about the HTML page below.',
    ],
  ].map((text) => ({
    ...{ rule: 'schema-contradiction', text, more: { settings: { answerFormat: 'json' } } },
    marked: [],
  })),
  {
    ...{ rule: 'schema-contradiction', text: 'Answer with a word about the JSON below.', marked: [] },
    more: { settings: { answerFormat: 'text' } },
  },
  {
    ...{ rule: 'schema-contradiction', text: 'Answer in JSON.', marked: ['Answer in JSON'] },
    more: { settings: { answerFormat: 'text' } },
    reason: 'This line asks for JSON, and the settings ask for text.',
  },
  {
    ...{ rule: 'schema-contradiction', text: 'An answer:\n```json\n{"titel": "A"}\n```\n' },
    ...{ marked: ['{"titel": "A"}\n'], more: { settings: title } },
    reason: 'The answer schema does not allow this example.',
  },
  {
    ...{ rule: 'schema-contradiction', text: 'An answer:\n```json\n{"title": 3}\n```' },
    ...{ marked: ['{"title": 3}\n'], more: { settings: title } },
    reason: 'The answer schema does not allow this example, at /title.',
  },
  {
    // A pattern can take for ever, and is not looked at.
    ...{ rule: 'schema-contradiction', text: `Answer:\n~~~\n{"title": "${'a'.repeat(60)}!"}\n~~~` },
    ...{ marked: [], more: { settings: title } },
  },
  {
    ...{ rule: 'schema-contradiction', text: 'The input:\n```json\n{"titel": "A"}\n```' },
    ...{ marked: [], more: { settings: title } },
  },
  {
    ...{ rule: 'secret', text: 'Use abc for it', more: { secrets: [{ start: 4, end: 7, kind: 'github' }] } },
    ...{ marked: ['abc'], reason: 'This looks like a key or token of GitHub.' },
    fixed: 'Use {{github_secret}} for it',
  },
  { rule: 'secret', text: 'Use abc for it', marked: [] },
];

const only = (rule: string) => new Set(lintRules.map(({ name }) => name).filter((name) => name !== rule));
const markedBy = (text: string, { range }: Finding) => range && text.slice(range.start, range.end);

test.each(samples)('$rule in "$text" marks $marked', ({ rule, text, more, marked, reason, fixed }) => {
  const findings = lintPrompt(exampleSubject(text, more), only(rule));
  expect(findings.map((finding) => markedBy(text, finding))).toEqual(marked);
  const [first] = findings;
  if (reason !== undefined) expect(first && t(first.reason.sentence, first.reason.values)).toBe(reason);
  if (fixed === undefined) return expect(first?.fix ?? null).toBeNull();
  expect(first?.fix && textWithFix(text, first.fix)).toBe(fixed);
});

test('after its fix a text has one finding less', () => {
  const fixable = samples.filter(({ fixed, rule }) => fixed !== undefined && rule !== 'secret');
  expect(fixable.length).toBeGreaterThan(5);
  for (const { rule, text, more, marked, fixed = '' } of fixable) {
    const resolved = rule === 'broken-snippet' ? {} : { resolved: fixed };
    const findings = lintPrompt(exampleSubject(fixed, { ...more, ...resolved }), only(rule));
    expect([text, findings.length]).toEqual([text, marked.length - 1]);
  }
});

test('each rule has samples that it finds and that it does not find', () => {
  for (const { name } of lintRules) {
    const own = samples.filter(({ rule }) => rule === name);
    expect(own.some(({ marked }) => marked.length > 0)).toBe(true);
    expect(own.some(({ marked }) => marked.length === 0)).toBe(true);
  }
});

test('a rule that is switched off finds nothing', () => {
  const all = new Set(lintRules.map(({ name }) => name));
  for (const { text, more } of samples) expect(lintPrompt(exampleSubject(text, more), all)).toEqual([]);
});

const pieces = fc.constantFrom(
  ...['{{', '}}', '{', '}', `\${`, 'name', 'Name', ' | select: a, b', ' | default: x', '\\', '\n', '\r\n'],
  ...[
    '--- user ---\n',
    '```',
    '\n```json\n',
    '{"title":',
    '"a"}',
    'Answer in ',
    'Markdown',
    'JSON',
    'not ',
    '> P/T',
  ],
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(pieces).map((all) => all.join('')),
);

test('whatever the texts are, it never throws, and each range is one of the text', () => {
  const values = fc.dictionary(fc.constantFrom('name', 'Name', 'nmae', '__proto__', 'toString'), fc.string());
  fc.assert(
    fc.property(texts, values, fc.string(), (text, given, answerSchema) => {
      const findings = lintPrompt(
        exampleSubject(text, {
          cases: [{ name: 'A', enabled: true, values: given }],
          valueSets: [{ name: 'B', values: given }],
          broken: [{ written: '{{> P/T}}', reason: 'missing' }],
          references: ['{{> P/S}}'],
          settings: { answerFormat: 'json', answerSchema },
          contextWindow: 1,
        }),
      );
      for (const { range, fix } of findings) {
        if (range !== null) {
          expect(range.start).toBeLessThan(range.end);
          expect(range.end).toBeLessThanOrEqual(text.length);
        }
        if (fix !== null) expect(textWithFix(text, fix)).not.toBe(text);
      }
    }),
  );
});

test('a rule names a hundred places of a text and no more', () => {
  const text = '{{nmae}} '.repeat(500);
  const cases = [ada({ name: 'A' })];
  expect(lintPrompt(exampleSubject(text, { cases }), only('undefined-variable'))).toHaveLength(100);
});
