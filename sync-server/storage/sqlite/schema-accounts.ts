import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The tables of the migrations 001, 004 and 007 to 009; `schema.test.ts` keeps the two alike. */
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
  (table) => [uniqueIndex('users_username_key').on(table.usernameKey)],
);

export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    publicId: text('public_id').notNull(),
    usedAt: integer('used_at').notNull().default(0),
    device: text('device').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

export const serverSecrets = sqliteTable('server_secrets', {
  purpose: text('purpose').primaryKey(),
  secret: blob('secret', { mode: 'buffer' }).notNull(),
});

export const invitations = sqliteTable(
  'invitations',
  {
    id: integer('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [uniqueIndex('invitations_token_hash').on(table.tokenHash)],
);
