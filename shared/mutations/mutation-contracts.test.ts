/**
 * Tests what each mutation promises to the outbox, the wire and the storages: its request, the row that it is about and
 * how that must stand, the rows that must exist before it, and those that are loaded for it.
 */
import { describe, expect, test } from 'vitest';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { BoundMutation, Lane, Target, Touch } from './mutation.ts';
import { bind, decodeRequest, MutationName } from './registry.ts';

const seen = { seq: 9, beforeNumber: 4 };
const preserve = { id: 99, description: 'Kept', conflict: 'unreviewed', over: { id: 98, rev: 3 } };
const sha256 = 'a'.repeat(64);
const file = { name: 'File', originalFilename: 'file.txt', description: 'd', fileType: 'text/plain' };
const bytes = { fileSize: 3, sha256 };

const keptRun = { id: 31, versionId: null, createdAt: '2026-01-01T00:00:00.000Z', run: exampleRun() };

const testCase = { id: 41, name: 'Greets', checks: [{ type: 'contains', value: 'Ada' }] };

const row = (
  type: 'project' | 'prompt' | 'version' | 'keptRun' | 'testCase' | 'resource',
  id: number,
): Touch => ({
  kind: 'row',
  ref: { type, id },
});

type Contract = {
  name: MutationName;
  args: Record<string, unknown>;
  lane: Lane;
  request: string;
  /** Absent: the request has none. */
  body?: unknown;
  must: Target['must'];
  target: string;
  needs?: BoundMutation['needs'];
  touches: Touch[];
  bulk?: BoundMutation['bulk'];
  texts?: string[];
};

const contracts: Contract[] = [
  {
    name: 'createProject',
    args: { id: 1, name: 'P', color: 'red' },
    ...{ lane: 'structure', request: 'POST /api/projects', body: { id: 1, name: 'P', color: 'red' } },
    ...{ target: 'project:1', must: 'create', touches: [row('project', 1)] },
  },
  {
    name: 'renameProject',
    args: { id: 1, name: 'Q', color: 'teal' },
    ...{ lane: 'structure', request: 'PATCH /api/projects/1', body: { name: 'Q', color: 'teal' } },
    ...{ target: 'project:1', must: 'exist', touches: [row('project', 1)] },
  },
  {
    name: 'moveProject',
    args: { id: 1, position: 'a1' },
    ...{ lane: 'structure', request: 'PUT /api/projects/1/position', body: { position: 'a1' } },
    ...{ target: 'project:1', must: 'exist', touches: [row('project', 1)] },
  },
  {
    name: 'deleteProject',
    args: { id: 1, seen },
    ...{ lane: 'structure', request: 'DELETE /api/projects/1', body: { seen } },
    ...{ target: 'project:1', must: 'any' },
    touches: [row('project', 1), { kind: 'contentsOf', projectId: 1 }],
    bulk: { rows: { kind: 'contentsOf', projectId: 1 }, seen },
  },
  {
    name: 'createPrompt',
    args: { id: 2, projectId: 1, title: 'T', content: 'words' },
    ...{ lane: 'structure', request: 'POST /api/prompts' },
    body: { id: 2, projectId: 1, title: 'T', content: 'words' },
    ...{ target: 'prompt:2', must: 'create', needs: [{ type: 'project', id: 1 }] },
    touches: [row('prompt', 2), row('project', 1), { kind: 'revivalOf', promptId: 2 }],
    texts: ['words'],
  },
  {
    name: 'updatePrompt',
    args: { id: 2, title: 'U', notes: 'n', baseNotes: 'm' },
    ...{ lane: 'structure', request: 'PATCH /api/prompts/2', body: { title: 'U', notes: 'n' } },
    ...{ target: 'prompt:2', must: 'exist' },
    touches: [row('prompt', 2), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'setContent',
    args: { id: 2, content: 'c', base: 'b', preserve },
    ...{ lane: 'text', request: 'PATCH /api/prompts/2/content', body: { content: 'c', preserve } },
    ...{ target: 'prompt:2', must: 'exist' },
    touches: [
      row('prompt', 2),
      { kind: 'revivalOf', promptId: 2 },
      row('version', 99),
      row('version', 98),
      { kind: 'conflictsOf', promptId: 2 },
    ],
    texts: ['c'],
  },
  {
    name: 'deletePrompt',
    args: { id: 2, seen },
    ...{ lane: 'structure', request: 'DELETE /api/prompts/2', body: { seen } },
    ...{ target: 'prompt:2', must: 'any' },
    touches: [row('prompt', 2), { kind: 'insideOf', promptId: 2 }],
    bulk: { rows: { kind: 'insideOf', promptId: 2 }, seen },
  },
  {
    name: 'setAttributes',
    args: {
      ...{ id: 2, favorite: true, addTags: ['a'], removeTags: ['b'] },
      labels: [{ label: 'production', versionId: 3, from: null, device: 'Phone' }],
      valueSets: [{ id: 7, name: 'Acme', values: { name: 'x' }, base: { name: 'w' } }],
      ...{ settings: { model: 'm', seed: null }, baseSettings: { seed: 1 }, preserve },
    },
    ...{ lane: 'structure', request: 'PATCH /api/prompts/2/attributes' },
    body: {
      ...{ favorite: true, addTags: ['a'], removeTags: ['b'] },
      labels: [{ label: 'production', versionId: 3, from: null, device: 'Phone' }],
      valueSets: [{ id: 7, name: 'Acme', values: { name: 'x' } }],
      ...{ settings: { model: 'm', seed: null }, preserve },
    },
    ...{ target: 'prompt:2', must: 'exist', needs: [{ type: 'version', id: 3 }] },
    touches: [
      row('prompt', 2),
      row('version', 99),
      row('version', 98),
      { kind: 'versions', ids: [3] },
      { kind: 'revivalOf', promptId: 2 },
    ],
  },
  {
    name: 'movePrompt',
    args: { id: 2, projectId: 8 },
    ...{ lane: 'structure', request: 'PUT /api/prompts/2/project', body: { projectId: 8 } },
    ...{ target: 'prompt:2', must: 'exist', needs: [{ type: 'project', id: 8 }] },
    touches: [row('prompt', 2), row('project', 8), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'saveVersion',
    args: {
      ...{ promptId: 2, id: 3, content: 'c', description: 'd', preserve, head: 'h', base: 'b' },
      ...{ original: 'o', conflict: 'reviewed', onConflict: { saveAs: 5 } },
      ...{ settings: { model: 'm' }, headSettings: { model: 'n' }, baseSettings: { model: 'o' } },
    },
    ...{ lane: 'text', request: 'PUT /api/prompts/2' },
    body: {
      ...{ id: 3, content: 'c', description: 'd', preserve, head: 'h' },
      ...{ original: 'o', conflict: 'reviewed', onConflict: { saveAs: 5 } },
      ...{ settings: { model: 'm' }, headSettings: { model: 'n' } },
    },
    ...{ target: 'prompt:2', must: 'exist' },
    touches: [
      row('prompt', 2),
      ...[3, 5, 99, 98].map((id) => row('version', id)),
      { kind: 'newestVersion', promptId: 2 },
      { kind: 'conflictsOf', promptId: 2 },
      { kind: 'revivalOf', promptId: 2 },
    ],
    texts: ['c', 'h'],
  },
  {
    name: 'editVersion',
    args: { promptId: 2, id: 3, content: 'c', base: 'b', preserve },
    ...{ lane: 'text', request: 'PATCH /api/prompts/2/versions/3', body: { content: 'c', preserve } },
    ...{ target: 'version:3', must: 'exist', needs: [{ type: 'prompt', id: 2 }] },
    touches: [
      row('prompt', 2),
      ...[3, 99, 98].map((id) => row('version', id)),
      { kind: 'revivalOf', promptId: 2 },
    ],
    texts: ['c'],
  },
  {
    name: 'reviewVersion',
    args: { promptId: 2, id: 3 },
    ...{ lane: 'structure', request: 'POST /api/prompts/2/versions/3/review' },
    ...{ target: 'version:3', must: 'any', needs: [{ type: 'prompt', id: 2 }], touches: [row('version', 3)] },
  },
  {
    name: 'deleteVersion',
    args: { promptId: 2, id: 3, seen },
    ...{ lane: 'structure', request: 'DELETE /api/prompts/2/versions/3', body: { seen } },
    ...{ target: 'version:3', must: 'any', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('version', 3), row('prompt', 2)],
  },
  {
    name: 'deleteVersions',
    args: { promptId: 2, versionIds: [3, 4], seen },
    ...{ lane: 'structure', request: 'DELETE /api/prompts/2/versions/bulk-delete' },
    body: { versionIds: [3, 4], seen },
    ...{ target: 'prompt:2', must: 'exist' },
    touches: [row('prompt', 2), { kind: 'versions', ids: [3, 4] }, { kind: 'versionsOf', promptId: 2 }],
    bulk: { rows: { kind: 'listed', promptId: 2, versionIds: [3, 4] }, seen },
  },
  {
    name: 'keepRun',
    args: { promptId: 2, ...keptRun, stars: 4, note: 'n' },
    ...{ lane: 'structure', request: 'POST /api/prompts/2/kept-runs' },
    body: { ...keptRun, stars: 4, note: 'n' },
    ...{ target: 'keptRun:31', must: 'create', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('prompt', 2), row('keptRun', 31), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'updateKeptRun',
    args: { promptId: 2, id: 31, verdict: 'worse', note: 'n', baseNote: 'm' },
    ...{ lane: 'structure', request: 'PATCH /api/prompts/2/kept-runs/31' },
    body: { verdict: 'worse', note: 'n' },
    ...{ target: 'keptRun:31', must: 'exist', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('prompt', 2), row('keptRun', 31), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'deleteKeptRun',
    args: { promptId: 2, id: 31, seen },
    ...{ lane: 'structure', request: 'DELETE /api/prompts/2/kept-runs/31', body: { seen } },
    ...{ target: 'keptRun:31', must: 'any', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('keptRun', 31)],
  },
  {
    name: 'createTestCase',
    args: { promptId: 2, ...testCase, threshold: 0.5 },
    ...{ lane: 'structure', request: 'POST /api/prompts/2/cases' },
    body: { ...testCase, threshold: 0.5 },
    ...{ target: 'testCase:41', must: 'create', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('prompt', 2), row('testCase', 41), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'updateTestCase',
    args: {
      ...{ promptId: 2, id: 41, notes: 'n', baseNotes: 'm', values: { a: 'x' }, baseValues: { a: 'w' } },
      ...{ checks: testCase.checks, baseChecks: [], position: null },
    },
    ...{ lane: 'structure', request: 'PATCH /api/prompts/2/cases/41' },
    body: { notes: 'n', values: { a: 'x' }, checks: testCase.checks, position: null },
    ...{ target: 'testCase:41', must: 'exist', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('prompt', 2), row('testCase', 41), { kind: 'revivalOf', promptId: 2 }],
  },
  {
    name: 'deleteTestCase',
    args: { promptId: 2, id: 41, seen },
    ...{ lane: 'structure', request: 'DELETE /api/prompts/2/cases/41', body: { seen } },
    ...{ target: 'testCase:41', must: 'any', needs: [{ type: 'prompt', id: 2 }] },
    touches: [row('testCase', 41)],
  },
  {
    name: 'createResource',
    args: { ...file, ...bytes, id: 4, projectId: 1 },
    ...{ lane: 'structure', request: 'POST /api/projects/1/resources', body: { ...file, ...bytes, id: 4 } },
    ...{ target: 'resource:4', must: 'create', needs: [{ type: 'project', id: 1 }] },
    touches: [row('resource', 4), row('project', 1), { kind: 'sameBytes', sha256 }],
  },
  {
    name: 'updateResource',
    args: { id: 4, name: 'N', description: 'D' },
    ...{ lane: 'structure', request: 'PATCH /api/resources/4', body: { name: 'N', description: 'D' } },
    ...{ target: 'resource:4', must: 'exist' },
    touches: [row('resource', 4), { kind: 'shellOf', resourceId: 4 }],
  },
  {
    name: 'deleteResource',
    args: { id: 4, seen },
    ...{ lane: 'structure', request: 'DELETE /api/resources/4', body: { seen } },
    ...{ target: 'resource:4', must: 'any', touches: [row('resource', 4)] },
  },
  {
    name: 'setUiState',
    args: { stateKey: 'open_prompt_ids', stateValue: [2] },
    ...{ lane: 'uiState', request: 'PUT /api/user/ui-state' },
    body: { stateKey: 'open_prompt_ids', stateValue: [2] },
    ...{ target: 'uiState:open_prompt_ids', must: 'any' },
    touches: [{ kind: 'row', ref: { type: 'uiState', id: 'open_prompt_ids' } }],
  },
];

function bound(name: MutationName, args: unknown): BoundMutation {
  const result = bind(name, args);
  if (!result.ok) throw new Error(`the example of ${name} is not valid`);
  return result.mutation;
}

test('every mutation is in the table', () => {
  expect(contracts.map(({ name }) => name)).toEqual(MutationName.options);
});

describe.each(contracts)('$name', ({ name, args, lane, request, body, must, target, ...more }) => {
  test('is sent as this request, in this lane', () => {
    const mutation = bound(name, args);
    expect(mutation.lane).toBe(lane);
    expect(`${mutation.request.method} ${mutation.request.path}`).toBe(request);
    expect(mutation.request.body).toEqual(body);
    expect(mutation.texts).toEqual(more.texts ?? []);
  });

  test('names its target, what it needs, and what is loaded for it', () => {
    const mutation = bound(name, args);
    expect(`${mutation.target.ref.type}:${mutation.target.ref.id}`).toBe(target);
    expect(mutation.target.must).toBe(must);
    expect(mutation.needs).toEqual(more.needs ?? []);
    expect(mutation.touches).toEqual(more.touches);
    expect(mutation.bulk).toEqual(more.bulk ?? null);
  });

  test('is decoded from its request as the same mutation', () => {
    const mutation = bound(name, args);
    const sent = { ...mutation.request, body: JSON.parse(JSON.stringify(mutation.request.body ?? {})) };
    const decoded = decodeRequest(sent, () => 1_000);
    expect(decoded).toMatchObject({ ok: true, mutation: { name, target: mutation.target } });
    expect(decoded.ok && decoded.mutation.request).toEqual(mutation.request);
  });
});
