import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptCandidate } from '../candidate.ts';
import { planImport } from '../plan/plan-import.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { anySettings } from '../testing/any-library.ts';
import { all, inputFiles, MemoryLibrary, planOptions } from '../testing/memory-library.ts';
import type { ExportedPrompt } from './exported-prompt.ts';
import { toolFormats } from './tool-formats.ts';
import { writeForTool } from './write-for-tool.ts';

const modified = '2026-01-01T00:00:00.000Z';
const options = { project: { id: null, name: 'Imported' } };

const piece = fc.oneof(
  fc.constantFrom(
    '{{topic}}',
    '{topic}',
    '{{ name }}',
    '{{tone | default: warm}}',
    '{{n | number}}',
    '\\',
    '{',
    '}}',
  ),
  fc.constantFrom(
    '{{tone | select: a, b\\|c | default: a}}',
    '{{first name}}',
    '[[x]]',
    '{% if a %}',
    '{# c #}',
    '{{"a"}}',
  ),
  fc.constantFrom(
    '--- user ---\n',
    '\n\n--- assistant ---\n',
    '\nuser:\n',
    '---\n',
    '\r\n',
    '\r',
    '\u2028',
    '\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const drawn = fc.record({
  title: fc.constantFrom('T', 'a/b', 'Letter: “x”', 'yes', '- x', 'Überschrift'),
  project: fc.constantFrom('Work', 'Other: “x”', 'CON'),
  text: fc
    .array(piece, { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join('').replaceAll('\0', ''))
    .filter((text) => text.trim() !== ''),
  settings: anySettings(),
  valueSets: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Rome', 'yes', '- x'),
      values: fc.dictionary(
        fc.constantFrom('topic', 'tone', 'gone'),
        fc.constantFrom('', 'yes', '2024-01-31', ' x\n'),
      ),
    }),
    { selector: ({ name }) => name, maxLength: 2 },
  ),
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe.each(toolFormats.filter((format) => !['promptfoo', 'dotprompt', 'github-models'].includes(format)))(
  'prompts that are written for %s',
  (format) => {
    it('come back as they are, with their settings and values, and change nothing where they came from', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 3 }), async (rows) => {
          const exported = rows.map((row, index): ExportedPrompt => ({ ...row, id: index + 1, modified }));
          const library = new MemoryLibrary();
          const come = exported.map(({ id, project, title, text, settings, valueSets }) =>
            promptCandidate({
              ...{ source: `${id}`, project: { id: null, name: project }, id, title, content: text },
              attributes: settings === undefined || Object.keys(settings).length === 0 ? {} : { settings },
              valueSets: valueSets.map((set) => ({ ...set, id: null })),
            }),
          );
          for await (const { mutations } of planImport(come, library.existing(), planOptions()))
            library.commit(mutations);
          const written = await writeForTool(format, each(exported), { modified });
          const files = await inputFiles(written.kind === 'folder' ? written.files : each([written.file]));
          const again = await all(
            planImport(readLibraryFiles(files, options), library.existing(), planOptions()),
          );
          expect(again.map(({ outcome, adds, reason }) => [outcome, adds, reason])).toEqual(
            exported.map(() => ['same', expect.anything(), null]),
          );
        }),
        { numRuns: 80 },
      );
    });
  },
);
