/**
 * Lists how both databases hold the rows of each kind: one value a kind, from which statements are made. The tables are
 * those of the migrations.
 */
import { type SQL, sql } from 'drizzle-orm';
import { typesInPrompt } from '#shared/kinds/in-prompt.ts';
import type { RowOf, RowType, Stored } from '#shared/kinds/row.ts';
import { CaseBody, caseBodyJson } from '#shared/model/checks/test-case.ts';
import type { FeedItem } from '../ports/library-port.ts';
import {
  type KeptRunRecord,
  type ProjectRecord,
  type PromptRecord,
  type ResourceRecord,
  storedKeptRun,
  storedProject,
  storedPrompt,
  storedResource,
  storedTestCase,
  storedUiState,
  storedVersion,
  type TestCaseRecord,
  type UiStateRecord,
  type VersionRecord,
} from '../records/row-records.ts';

type SqlType = 'bigint' | 'text';

/** `isOver`: it was read without its texts, for which there was no room, where the statement says so. */
export type FoundRow = FeedItem & { isErased: boolean; isOver: boolean };

export type Table = {
  name: string;
  idType: SqlType;
  /** The columns of the values of a row, by their fields. */
  fields: Readonly<Record<string, SqlType>>;
  /** The values of its long texts where a row is read without them. */
  withoutTexts: Readonly<Record<string, "''" | 'NULL'>>;
  /** Whether a column names the client that sent its `content`. */
  hasSender: boolean;
  /** The place of the latest change that a person made has a column of its own. */
  hasUserSeq: boolean;
  /** The assignments that erase a deleted row; null: rows are never deleted. */
  erasing: string | null;
  /** Reads a record that a statement selects with `columns` or `bareColumns`. */
  found(record: object): FoundRow;
};

type Found = {
  device: string;
  changedAt: number;
  erased: number;
  textBy?: string | null;
  isOver?: boolean;
};

function table<Row extends Found>(
  stored: (record: Row) => Stored,
  more: Partial<Table> & Pick<Table, 'name' | 'fields' | 'erasing'>,
): Table {
  return {
    ...{ idType: 'bigint', withoutTexts: {}, hasSender: false, hasUserSeq: false },
    ...more,
    found(selected) {
      // The columns are those of this table.
      const record = selected as Row;
      const { device, changedAt: at, textBy = null, erased, isOver = false } = record;
      return { stored: stored(record), textBy, device, at, isErased: erased === 1, isOver };
    },
  };
}

export const tables: Readonly<Record<RowType, Table>> = {
  project: table((record: ProjectRecord) => storedProject(record), {
    name: 'projects',
    fields: { name: 'text', color: 'text', createdAt: 'text', position: 'text' },
    erasing: "name = '', position = NULL",
  }),
  prompt: table((record: PromptRecord) => storedPrompt(record), {
    name: 'prompts',
    fields: {
      ...{ projectId: 'bigint', title: 'text', content: 'text', notes: 'text', createdAt: 'text' },
      ...{ lastVersion: 'bigint', attributes: 'text' },
    },
    withoutTexts: { content: "''", notes: "''", attributes: 'NULL' },
    hasSender: true,
    erasing: "title = '', content = '', notes = '', attributes = NULL",
  }),
  version: table((record: VersionRecord) => storedVersion(record), {
    name: 'versions',
    fields: {
      ...{ promptId: 'bigint', version: 'bigint', content: 'text', description: 'text', createdAt: 'text' },
      ...{ original: 'text', conflict: 'text', settings: 'text' },
    },
    withoutTexts: { content: "''", original: 'NULL', settings: 'NULL' },
    hasSender: true,
    erasing: "content = '', description = '', original = NULL, settings = NULL",
  }),
  keptRun: table((record: KeptRunRecord) => storedKeptRun(record), {
    name: 'kept_runs',
    fields: {
      ...{ promptId: 'bigint', versionId: 'bigint', createdAt: 'text', run: 'text' },
      ...{ verdict: 'text', stars: 'bigint', note: 'text' },
    },
    withoutTexts: { run: "''", note: "''" },
    erasing: "run = '', verdict = NULL, stars = NULL, note = ''",
  }),
  testCase: table((record: TestCaseRecord) => storedTestCase(record), {
    name: 'test_cases',
    fields: {
      ...{ promptId: 'bigint', name: 'text', enabled: 'bigint', createdAt: 'text', position: 'text' },
      ...{ body: 'text', notes: 'text' },
    },
    withoutTexts: { body: "''", notes: "''" },
    erasing: "name = '', position = NULL, body = '', notes = ''",
  }),
  // There is no long text to leave out: whoever changed it last is only told that it was itself.
  resource: table((record: ResourceRecord & { textBy?: string | null }) => storedResource(record), {
    name: 'resources',
    fields: {
      ...{ projectId: 'bigint', name: 'text', originalFilename: 'text', description: 'text' },
      ...{ fileType: 'text', fileSize: 'bigint', sha256: 'text', createdAt: 'text' },
    },
    hasUserSeq: true,
    erasing: "name = '', original_filename = '', description = '', sha256 = '', file_size = 0",
  }),
  uiState: table((record: UiStateRecord) => storedUiState(record), {
    name: 'ui_states',
    idType: 'text',
    fields: { stateValue: 'text' },
    erasing: null,
  }),
};

/** The tables of the rows inside of prompts. */
export const tablesInPrompt: readonly Table[] = typesInPrompt.map((type) => tables[type]);

/** The column by which rows inside of a prompt are in order. */
export function orderInPrompt(of: Table): string {
  return of === tables.version ? 'version' : 'created_at';
}

/** Whether rows of the kind have long texts, for which there may be no room. */
export function hasTexts({ withoutTexts }: Table): boolean {
  return Object.keys(withoutTexts).length > 0;
}

export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Of every row, beside its values. */
const ofChange = {
  ...{ id: 'id', rev: 'rev', seq: 'seq', deletedAt: 'deleted_at', erased: 'erased' },
  ...{ byClient: 'by_client', byNumber: 'by_number', device: 'device', changedAt: 'changed_at' },
};

/** A file is available where its bytes are here, as many as it says, and of the type that it says. */
const available = (row: string) => `CASE WHEN EXISTS (SELECT 1 FROM blobs WHERE blobs.user_id = ${row}.user_id
  AND blobs.sha256 = ${row}.sha256 AND blobs.stored = 1 AND blobs.size = ${row}.file_size
  AND replace(blobs.fits, ' ' || ${row}.file_type || ' ', '') <> blobs.fits) THEN 1 ELSE 0 END AS available`;

/** Returns what a statement selects of a row; `room`: a condition, where it has its texts. */
export function columns(of: Table, row: string, room = 'true'): string {
  const fields = Object.keys(of.fields).map((field) => {
    const column = `${row}.${columnOf(field)}`;
    const instead = room === 'true' ? undefined : of.withoutTexts[field];
    const value = instead === undefined ? column : `CASE WHEN ${room} THEN ${column} ELSE ${instead} END`;
    return `${value} AS "${field}"`;
  });
  const change = Object.entries(ofChange).map(([field, column]) => `${row}.${column} AS "${field}"`);
  const textBy = of.hasSender ? [`${row}.text_by AS "textBy"`] : [];
  const ofFile = of.hasUserSeq
    ? [`${row}.user_seq AS "userSeq"`, `${row}.by_client AS "textBy"`, available(row)]
    : [];
  return [...change, ...fields, ...textBy, ...ofFile].join(', ');
}

/** The columns of a whole row, in a statement of both databases. */
export function wholeColumns(of: Table, row: string): SQL {
  return sql.raw(columns(of, row));
}

export function bareColumns(of: Table, row: string): string {
  return columns(of, row, 'false');
}

/** Returns how many bytes the texts of a row are; reads no text. */
export function bytesOf({ withoutTexts }: Table, row: string): string {
  const texts = Object.keys(withoutTexts).map(
    (field) => `coalesce(octet_length(${row}.${columnOf(field)}), 0)`,
  );
  return texts.length === 0 ? '0' : texts.join(' + ');
}

/** Returns the values of the fields of a row, as its table has them. */
export function valuesOf<T extends RowType>(type: T, row: RowOf[T]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...row };
  if (type === 'prompt' && values.attributes !== undefined)
    values.attributes = JSON.stringify(values.attributes);
  if (type === 'version' && values.settings !== undefined) values.settings = JSON.stringify(values.settings);
  if (type === 'keptRun') values.run = JSON.stringify(values.run);
  if (type === 'testCase') {
    values.enabled = values.enabled === true ? 1 : 0;
    values.body = caseBodyJson(CaseBody.parse(row));
  }
  if (type === 'uiState') values.stateValue = JSON.stringify(values.stateValue);
  return values;
}
