import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collected } from '../../bytes.ts';
import { readLibraryFiles } from '../../read-library-files.ts';
import { all, inputFile } from '../../testing/memory-library.ts';
import { writePromptfoo } from '../promptfoo/write-promptfoo.ts';
import type { FoundCase } from './case-notes.ts';
import { anyCase } from './cases-scene.ts';
import { readCasesFile } from './read-cases-file.ts';
import { candidateCase } from './tests-of-prompts.ts';
import { type CaseFormat, writeCases } from './write-cases.ts';

const fileNames: Record<CaseFormat, string> = {
  ...{ csv: 'cases.csv', jsonl: 'cases.jsonl', promptfoo: 'cases.yaml', langfuse: 'items.jsonl' },
};

/** A format may have the checks that the tool judges before the others. */
function shown(cases: readonly FoundCase[], meant: (check: unknown) => unknown = (check) => check) {
  return cases.map(({ name, enabled, values, checks, threshold, notes }) => ({
    ...{ name, enabled, threshold, notes },
    values: Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    checks: checks.map((check) => JSON.stringify(meant(check))).toSorted(),
  }));
}

async function readBack(cases: readonly FoundCase[], format: CaseFormat): Promise<FoundCase[]> {
  const file = inputFile(fileNames[format], writeCases(cases, format));
  const reader = await readCasesFile(file, ['name', 'topic']);
  return reader.tests.map((test) => candidateCase(test));
}

describe('cases come back as a person sees them', () => {
  it.each(['jsonl', 'promptfoo', 'langfuse'] as const)('from %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 4 }), async (cases) => {
        expect(shown(await readBack(cases, format))).toEqual(shown(cases));
      }),
      { numRuns: 150 },
    );
  });

  it('from a table, where a number or schema is a text that means the same', async () => {
    const textual = (check: unknown) => {
      if (typeof check !== 'object' || check === null) return check;
      const isSchema = 'type' in check && check.type === 'is-json' && 'value' in check;
      return isSchema && !Array.isArray(check.value) && typeof check.value === 'object'
        ? { ...check, value: JSON.stringify(check.value) }
        : check;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 4 }), async (cases) => {
        expect(shown(await readBack(cases, 'csv'), textual)).toEqual(shown(cases, textual));
      }),
      { numRuns: 300 },
    );
  });

  it('from a configuration of promptfoo, beside value sets and without the usual values of variables', async () => {
    const text = 'Greet {{name}} about {{topic | default: weather}} as {{first name}}.';
    const valueSets = [{ name: 'Set', values: { name: 'Ada' } }];
    const safe = (values: FoundCase['values']) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(' ', '_'), value]));
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 4 }), async (drawn) => {
        const testCases = drawn.map((each) => candidateCase({ ...each, isCase: true, prompts: null }));
        const modified = '2026-01-01T00:00:00.000Z';
        const prompt = { id: 1, project: 'P', title: 'T', text, valueSets, testCases, modified };
        const { path, content } = await writePromptfoo([prompt], { modified });
        const file = inputFile(path, await collected(content));
        const [found] = await all(readLibraryFiles([file], { project: { id: null, name: 'I' } }));
        if (found?.kind !== 'prompt') throw new Error('there is no prompt');
        const before = drawn.map((each) => ({ ...each, values: safe(each.values) }));
        const asWritten = (check: unknown) => unspaced(check);
        expect(shown(found.testCases, asWritten)).toEqual(shown(before, asWritten));
        expect(found.valueSets).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });
});

/** A variable stands in double braces there. */
function unspaced(check: unknown): unknown {
  const json = JSON.stringify(check).replaceAll(/\{\{ (\w+) \}\}/g, '{{$1}}');
  return JSON.parse(json.replaceAll(/(?<!\{)\$?\{topic\}(?!\})/g, '{{topic}}'));
}
