import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collected } from './bytes.ts';
import type { InputFile } from './files.ts';
import { importPortions } from './plan/import-portions.ts';
import { planImport } from './plan/plan-import.ts';
import { readLibraryFiles } from './read-library-files.ts';
import { anyLibrary } from './testing/any-library.ts';
import { rowsOfTree } from './testing/library-rows.ts';
import {
  all,
  inputFile,
  inputFiles,
  type LibraryRows,
  MemoryLibrary,
  planOptions,
  sourceOf,
} from './testing/memory-library.ts';
import { writeTree } from './tree/write-tree.ts';
import { writeZip } from './zip/write-zip.ts';

const head = { exportedAt: '2026-03-01T10:00:00.000Z', username: 'ada' };
const options = { project: { id: null, name: 'Imported' } };
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

function sorted({ projects, prompts, versions, keptRuns, testCases, resources }: Omit<LibraryRows, 'blobs'>) {
  return {
    projects: projects.toSorted(byId),
    prompts: prompts.toSorted(byId),
    versions: versions.toSorted(byId),
    keptRuns: keptRuns.toSorted(byId),
    testCases: testCases.toSorted(byId),
    resources: resources.toSorted(byId),
  };
}

async function zipOf(rows: LibraryRows): Promise<InputFile> {
  const pieces = writeZip(writeTree(sourceOf(rows), head));
  return inputFile('library.zip', await collected(pieces));
}

async function jsonOf({ blobs, ...rows }: LibraryRows): Promise<InputFile> {
  const files = Array.from(blobs, ([sha256, bytes]) => ({
    sha256,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  const whole = { format: 'promptory-library', version: 1, ...head, ...rows, files };
  return inputFile('library.json', JSON.stringify(whole));
}

/** Returns all of a library that a person can see, but whether the server has a file, and older places of a label. */
function visible(rows: Omit<LibraryRows, 'blobs'>) {
  const { projects, prompts, versions, keptRuns, testCases, resources } = sorted(rows);
  return {
    projects,
    prompts: prompts.map(({ attributes = {}, lastVersion: _last, ...prompt }) => ({
      ...prompt,
      attributes: {
        ...attributes,
        labels: attributes.labels?.map(({ label, versionId, asks, moves: [last] }) => ({
          ...{ label, versionId, asks },
          ...{ at: last?.at, device: last?.device, proof: last?.proof, override: last?.override },
        })),
      },
    })),
    versions,
    keptRuns,
    testCases,
    resources: resources.map(({ available: _here, ...resource }) => resource),
  };
}

describe('a library as files', () => {
  it('is the same library when it is read again, as a tree and as a zip', async () => {
    await fc.assert(
      fc.asyncProperty(anyLibrary(), async (rows) => {
        const files = await inputFiles(writeTree(sourceOf(rows), head));
        expect(sorted(await rowsOfTree(readLibraryFiles(files, options)))).toEqual(sorted(rows));
        const zip = await zipOf(rows);
        expect(sorted(await rowsOfTree(readLibraryFiles([zip], options)))).toEqual(sorted(rows));
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['a zip', zipOf],
    ['a JSON file', jsonOf],
  ])(
    'comes from %s into an empty library as a person knows it, and once: the second time all rows are the same',
    async (_form, written) => {
      await fc.assert(
        fc.asyncProperty(anyLibrary({ valid: true }), async (rows) => {
          const files = [await written(rows)];
          const target = new MemoryLibrary();
          const first = planImport(readLibraryFiles(files, options), target.existing(), planOptions());
          for (const { mutations } of await all(importPortions(first))) target.commit(mutations);
          expect(visible(target.rows())).toEqual(visible(rows));
          const second = await all(
            planImport(readLibraryFiles(files, options), target.existing(), planOptions()),
          );
          expect(new Set(second.map(({ outcome }) => outcome))).toEqual(
            new Set(second.length === 0 ? [] : ['same']),
          );
        }),
        { numRuns: 20 },
      );
    },
  );

  it('keeps what a label asks for where its version is changed in the front matter', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const asks = { share: 0.9, model: 'small' };
    const rows = [
      { id: 3, promptId: 2, version: 1 },
      { id: 4, promptId: 2, version: 2 },
    ].map((each) => ({
      ...{ content: `v${each.version}`, description: '', createdAt: at, original: null, conflict: null },
      ...each,
    }));
    const move = { versionId: 3, at, device: 'd', override: 'urgent' };
    const labels = [{ label: 'production', versionId: 3, asks, moves: [move] }];
    const library: LibraryRows = {
      ...{ projects: [{ id: 1, name: 'P', color: 'red', createdAt: at }], versions: rows, keptRuns: [] },
      ...{ testCases: [], resources: [], blobs: new Map() },
      prompts: [
        {
          ...{ id: 2, projectId: 1, title: 'T', content: 'text', notes: '', createdAt: at, lastVersion: 2 },
          attributes: { labels },
        },
      ],
    };
    const files = await inputFiles(writeTree(sourceOf(library), head));
    const edited = await Promise.all(
      files.map(async (file) => {
        const text = Buffer.from(await collected(file.stream())).toString();
        return inputFile(file.path, text.replace('production: 1', 'production: 2'));
      }),
    );
    const target = new MemoryLibrary();
    const plan = planImport(readLibraryFiles(edited, options), target.existing(), planOptions());
    for (const { mutations } of await all(importPortions(plan))) target.commit(mutations);
    const [placed] = target.rows().prompts[0]?.attributes?.labels ?? [];
    expect(placed).toMatchObject({ versionId: 4, asks, moves: [{ versionId: 4 }] });
    expect(placed?.moves[0]).not.toHaveProperty('override');
  });
});
