/** From the records of the tables to rows as the rest of the server knows them. */
import type { ChangedBy, Stored } from '#shared/kinds/row.ts';
import { CaseBody, unreadCase } from '#shared/model/checks/test-case.ts';
import { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { PromptSettings } from '#shared/model/prompt-settings.ts';
import { RunContent, unreadRun } from '#shared/model/run/kept-run.ts';
import { UiStateValue } from '#shared/model/ui-state.ts';
import type { Authorship } from '../ports/library-transaction.ts';

type ChangeRecord = {
  rev: number;
  seq: number;
  deletedAt: number | null;
  /** 0 or 1. */
  erased: number;
  byClient: string | null;
  byNumber: number | null;
  device: string;
  changedAt: number;
};

export type ProjectRecord = ChangeRecord & {
  id: number;
  name: string;
  color: string;
  createdAt: string;
  position: string | null;
};
export type PromptRecord = ChangeRecord & {
  id: number;
  projectId: number;
  title: string;
  content: string;
  notes: string;
  createdAt: string;
  lastVersion: number;
  attributes: string | null;
  textBy: string | null;
};
export type VersionRecord = ChangeRecord & {
  id: number;
  promptId: number;
  version: number;
  content: string;
  description: string;
  createdAt: string;
  original: string | null;
  conflict: 'unreviewed' | 'reviewed' | null;
  settings: string | null;
  textBy: string | null;
};
/** `run`: JSON; empty where it was not read, or is erased. */
export type KeptRunRecord = ChangeRecord & {
  id: number;
  promptId: number;
  versionId: number | null;
  createdAt: string;
  run: string;
  verdict: 'better' | 'worse' | null;
  stars: number | null;
  note: string;
};
/** `enabled`: 0 or 1; `body`: JSON, empty where it was not read, or is erased. */
export type TestCaseRecord = ChangeRecord & {
  id: number;
  promptId: number;
  name: string;
  enabled: number;
  createdAt: string;
  position: string | null;
  body: string;
  notes: string;
};
/** `available`: 1 where the server has the bytes that the row is about. */
export type ResourceRecord = ChangeRecord & {
  id: number;
  projectId: number;
  name: string;
  originalFilename: string;
  description: string;
  fileType: string;
  fileSize: number;
  sha256: string;
  createdAt: string;
  userSeq: number;
  available: number;
};
export type UiStateRecord = ChangeRecord & {
  id: 'open_prompt_ids' | 'expanded_project_ids';
  stateValue: string;
};

function authorOf({ byClient, byNumber }: ChangeRecord): ChangedBy | null {
  return byClient === null || byNumber === null ? null : { client: byClient, number: byNumber };
}

function changeOf(record: ChangeRecord): {
  rev: number;
  seq: number;
  deleted: boolean;
  by: ChangedBy | null;
} {
  const { rev, seq, deletedAt } = record;
  return { rev, seq, deleted: deletedAt !== null, by: authorOf(record) };
}

export function storedProject(record: ProjectRecord): Stored<'project'> {
  const { id, name, color, createdAt, position } = record;
  const row = position === null ? { id, name, color, createdAt } : { id, name, color, createdAt, position };
  return { type: 'project', id, row, ...changeOf(record) };
}

export function storedPrompt(record: PromptRecord): Stored<'prompt'> {
  const { id, projectId, title, content, notes, createdAt, lastVersion, attributes } = record;
  const row: Stored<'prompt'>['row'] = { id, projectId, title, content, notes, createdAt, lastVersion };
  if (attributes !== null) row.attributes = PromptAttributes.parse(JSON.parse(attributes));
  const { rev, seq, deletedAt } = record;
  return { type: 'prompt', id, row, rev, seq, deleted: deletedAt !== null, by: authorOf(record) };
}

export function storedVersion(record: VersionRecord): Stored<'version'> {
  const { id, promptId, version, content, description, createdAt, original, conflict, settings } = record;
  const row: Stored<'version'>['row'] = {
    ...{ id, promptId, version, content, description, createdAt, original, conflict },
  };
  if (settings !== null) row.settings = PromptSettings.parse(JSON.parse(settings));
  return { type: 'version', id, row, ...changeOf(record) };
}

export function storedKeptRun(record: KeptRunRecord): Stored<'keptRun'> {
  const { id, promptId, versionId, createdAt, verdict, stars, note } = record;
  const run = record.run === '' ? unreadRun : RunContent.parse(JSON.parse(record.run));
  const row = { id, promptId, versionId, createdAt, run, verdict, stars, note };
  return { type: 'keptRun', id, row, ...changeOf(record) };
}

export function storedTestCase(record: TestCaseRecord): Stored<'testCase'> {
  const { id, promptId, name, createdAt, position, notes } = record;
  const { values, checks, threshold } =
    record.body === '' ? unreadCase : CaseBody.parse(JSON.parse(record.body));
  const row = {
    id,
    promptId,
    name,
    enabled: record.enabled === 1,
    values,
    checks,
    threshold,
    notes,
    position,
    createdAt,
  };
  return { type: 'testCase', id, row, ...changeOf(record) };
}

export function storedResource(record: ResourceRecord): Stored<'resource'> {
  const { id, projectId, name, originalFilename, description, createdAt, userSeq } = record;
  const { fileType, fileSize, sha256 } = record;
  const bytes = { fileType, fileSize, sha256, available: record.available === 1 };
  const row = { id, projectId, name, originalFilename, description, createdAt, ...bytes };
  const laterChange = userSeq === record.seq ? {} : { userSeq };
  return { type: 'resource', id, row, ...changeOf(record), ...laterChange };
}

export function storedUiState(record: UiStateRecord): Stored<'uiState'> {
  const { id } = record;
  const row = { stateKey: id, stateValue: UiStateValue.parse(JSON.parse(record.stateValue)) };
  return { type: 'uiState', id, row, ...changeOf(record) };
}

/** Returns the columns that a change sets on its row, as parameters of a prepared statement. */
export function changeParameters(seq: number, authorship: Authorship) {
  const { by, device, at } = authorship;
  return { seq, byClient: by?.client ?? null, byNumber: by?.number ?? null, device, changedAt: at };
}
