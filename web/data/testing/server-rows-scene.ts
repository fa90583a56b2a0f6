/** Scenes with rows of the server: a library in memory, and changes as the feed has them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import type { Version } from '#shared/model/version.ts';
import type { Change } from '#shared/sync/wire.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';

export const at = '2026-01-01T00:00:00.000Z';
export const ada = { id: 1, username: 'ada', displayName: 'Ada' };

export function openedLibrary(
  indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange },
  user = ada,
): Promise<Library> {
  return openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.parse(at),
    indexedDb,
  });
}

type ChangeMeta = Partial<Omit<Change, 'type' | 'id' | 'row'>>;

export const projectChange = (row: Partial<Project> = {}, meta: ChangeMeta = {}): Change => {
  const whole: Project = { id: 5, name: 'P', color: 'red', createdAt: at, ...row };
  return { type: 'project', id: whole.id, seq: 1, rev: 1, row: whole, ...meta };
};

export const promptChange = (row: Partial<Prompt> = {}, meta: ChangeMeta = {}): Change => {
  const texts = { title: 'T', content: 'a', notes: '' };
  const whole: Prompt = { id: 1, projectId: 5, ...texts, createdAt: at, lastVersion: 0, ...row };
  return { type: 'prompt', id: whole.id, seq: 2, rev: 1, row: whole, ...meta };
};

export const versionChange = (row: Partial<Version> = {}, meta: ChangeMeta = {}): Change => {
  const texts = { content: 'v', description: 'd', original: null, conflict: null };
  const whole: Version = { id: 9, promptId: 1, version: 1, createdAt: at, ...texts, ...row };
  return { type: 'version', id: whole.id, seq: 3, rev: 1, row: whole, ...meta };
};

export const keptRunChange = (row: Partial<KeptRun> = {}, meta: ChangeMeta = {}): Change => {
  const whole = exampleKeptRun({ promptId: 1, ...row });
  return { type: 'keptRun', id: whole.id, seq: 3, rev: 1, row: whole, ...meta };
};

export const testCaseChange = (row: Partial<TestCase> = {}, meta: ChangeMeta = {}): Change => {
  const whole = exampleTestCase({ promptId: 1, ...row });
  return { type: 'testCase', id: whole.id, seq: 3, rev: 1, row: whole, ...meta };
};

export const resourceChange = (row: Partial<Resource> = {}, meta: ChangeMeta = {}): Change => {
  const names = { name: 'Plan', originalFilename: 'plan.md', description: '' };
  const bytes = { fileType: 'text/markdown' as const, fileSize: 3, sha256: 'a'.repeat(64), available: true };
  const whole: Resource = { id: 3, projectId: 5, ...names, ...bytes, createdAt: at, ...row };
  return { type: 'resource', id: whole.id, seq: 4, rev: 1, row: whole, ...meta };
};

/** The library after a pull that brought these changes, at this place of the feed. */
export async function pullPage(library: Library, changes: Change[], seq = 10): Promise<void> {
  const page = { cursor: `e.${seq}`, more: false, changes };
  const { kind } = await applyPull(library, page, { allowRemovals: true });
  if (kind !== 'applied') throw new Error(`The pull was not applied: ${kind}`);
}
