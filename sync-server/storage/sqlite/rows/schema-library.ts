import { isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The tables that Drizzle's builder writes queries for; `schema.test.ts` keeps them and the migrations alike. */
export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey(),
    username: text('username').notNull(),
    usernameKey: text('username_key').notNull(),
    displayName: text('display_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    nextSeq: integer('next_seq').notNull().default(0),
    rowCount: integer('row_count').notNull().default(0),
    textBytes: integer('text_bytes').notNull().default(0),
    disabledAt: integer('disabled_at'),
    deletedAt: integer('deleted_at'),
    signedInAt: integer('signed_in_at'),
    /** 0 or 1. */
    isAdmin: integer('is_admin').notNull().default(0),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey),
    index('users_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
);

const owner = () => ({
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
});

const change = () => ({
  rev: integer('rev').notNull(),
  seq: integer('seq').notNull(),
  deletedAt: integer('deleted_at'),
  erased: integer('erased').notNull().default(0),
  byClient: text('by_client'),
  byNumber: integer('by_number'),
  device: text('device').notNull(),
  changedAt: integer('changed_at').notNull(),
});

/** Deleted, and its values are still there; in the very words of the partial indexes. */
const isErasable = (table: { deletedAt: SQLWrapper; erased: SQLWrapper }) =>
  sql`${table.deletedAt} IS NOT NULL AND ${table.erased} = 0`;

const textBy = () => ({ textBy: text('text_by') });

export const projects = sqliteTable(
  'projects',
  {
    ...owner(),
    id: integer('id').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    createdAt: text('created_at').notNull(),
    ...change(),
    position: text('position'),
  },
  (table) => [
    uniqueIndex('projects_id').on(table.userId, table.id),
    uniqueIndex('projects_seq').on(table.userId, table.seq),
    index('projects_live').on(table.userId, table.createdAt, table.id).where(isNull(table.deletedAt)),
    index('projects_name').on(table.userId, table.name).where(isNull(table.deletedAt)),
    index('projects_erasable').on(table.deletedAt).where(isErasable(table)),
  ],
);

export const prompts = sqliteTable(
  'prompts',
  {
    ...owner(),
    id: integer('id').notNull(),
    projectId: integer('project_id').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    notes: text('notes').notNull(),
    createdAt: text('created_at').notNull(),
    lastVersion: integer('last_version').notNull(),
    ...change(),
    ...textBy(),
    attributes: text('attributes'),
  },
  (table) => [
    uniqueIndex('prompts_id').on(table.userId, table.id),
    uniqueIndex('prompts_seq').on(table.userId, table.seq),
    index('prompts_live')
      .on(table.userId, table.projectId, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    index('prompts_title').on(table.userId, table.projectId, table.title).where(isNull(table.deletedAt)),
    index('prompts_erasable').on(table.deletedAt).where(isErasable(table)),
  ],
);

export const versions = sqliteTable(
  'versions',
  {
    ...owner(),
    id: integer('id').notNull(),
    promptId: integer('prompt_id').notNull(),
    version: integer('version').notNull(),
    content: text('content').notNull(),
    description: text('description').notNull(),
    createdAt: text('created_at').notNull(),
    original: text('original'),
    conflict: text('conflict', { enum: ['unreviewed', 'reviewed'] }),
    ...change(),
    ...textBy(),
    settings: text('settings'),
  },
  (table) => [
    uniqueIndex('versions_id').on(table.userId, table.id),
    uniqueIndex('versions_seq').on(table.userId, table.seq),
    index('versions_live')
      .on(table.userId, table.promptId, table.version, table.id)
      .where(isNull(table.deletedAt)),
    index('versions_gone').on(table.userId, table.promptId, table.seq).where(isErasable(table)),
    index('versions_erasable').on(table.deletedAt).where(isErasable(table)),
  ],
);

export const keptRuns = sqliteTable(
  'kept_runs',
  {
    ...owner(),
    id: integer('id').notNull(),
    promptId: integer('prompt_id').notNull(),
    versionId: integer('version_id'),
    createdAt: text('created_at').notNull(),
    run: text('run').notNull(),
    verdict: text('verdict', { enum: ['better', 'worse'] }),
    stars: integer('stars'),
    note: text('note').notNull(),
    ...change(),
  },
  (table) => [
    uniqueIndex('kept_runs_id').on(table.userId, table.id),
    uniqueIndex('kept_runs_seq').on(table.userId, table.seq),
    index('kept_runs_live')
      .on(table.userId, table.promptId, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    index('kept_runs_gone').on(table.userId, table.promptId, table.seq).where(isErasable(table)),
    index('kept_runs_erasable').on(table.deletedAt).where(isErasable(table)),
  ],
);

export const testCases = sqliteTable(
  'test_cases',
  {
    ...owner(),
    id: integer('id').notNull(),
    promptId: integer('prompt_id').notNull(),
    name: text('name').notNull(),
    /** 0 or 1. */
    enabled: integer('enabled').notNull(),
    createdAt: text('created_at').notNull(),
    position: text('position'),
    body: text('body').notNull(),
    notes: text('notes').notNull(),
    ...change(),
  },
  (table) => [
    uniqueIndex('test_cases_id').on(table.userId, table.id),
    uniqueIndex('test_cases_seq').on(table.userId, table.seq),
    index('test_cases_live')
      .on(table.userId, table.promptId, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    index('test_cases_gone').on(table.userId, table.promptId, table.seq).where(isErasable(table)),
    index('test_cases_erasable').on(table.deletedAt).where(isErasable(table)),
  ],
);

export const resources = sqliteTable(
  'resources',
  {
    ...owner(),
    id: integer('id').notNull(),
    projectId: integer('project_id').notNull(),
    name: text('name').notNull(),
    originalFilename: text('original_filename').notNull(),
    description: text('description').notNull(),
    fileType: text('file_type').notNull(),
    fileSize: integer('file_size').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: text('created_at').notNull(),
    ...change(),
    userSeq: integer('user_seq').notNull(),
  },
  (table) => [
    uniqueIndex('resources_id').on(table.userId, table.id),
    uniqueIndex('resources_seq').on(table.userId, table.seq),
    index('resources_live')
      .on(table.userId, table.projectId, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    index('resources_erasable').on(table.deletedAt).where(isErasable(table)),
    index('resources_bytes').on(table.userId, table.sha256),
  ],
);

export const uiStates = sqliteTable(
  'ui_states',
  {
    ...owner(),
    id: text('id', { enum: ['open_prompt_ids', 'expanded_project_ids'] }).notNull(),
    stateValue: text('state_value').notNull(),
    ...change(),
  },
  (table) => [
    uniqueIndex('ui_states_id').on(table.userId, table.id),
    uniqueIndex('ui_states_seq').on(table.userId, table.seq),
  ],
);
