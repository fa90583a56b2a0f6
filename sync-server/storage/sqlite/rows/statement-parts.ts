/** The parameters that statements share, and the conditions by which they find rows. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type {
  keptRuns,
  projects,
  prompts,
  resources,
  testCases,
  uiStates,
  versions,
} from './schema-library.ts';

type RowTable =
  | (typeof projects | typeof prompts | typeof versions)
  | (typeof keptRuns | typeof testCases | typeof resources | typeof uiStates);

/**
 * A parameter of a statement. The plus changes no value: SQLite plans a query with a join or an order once more at each
 * execution that binds a bare parameter (`sql-database.ts`).
 */
export const given = (name: string) => sql`+${sql.placeholder(name)}`;

export const isNamed = (table: RowTable) => and(eq(table.userId, given('userId')), eq(table.id, given('id')));

/** Named, and its words are not erased. */
export const isKept = (table: RowTable) => and(isNamed(table), eq(table.erased, 0));

/** Named, and not deleted. */
export const isLive = (table: typeof prompts | typeof resources) =>
  and(isNamed(table), isNull(table.deletedAt));

/** Named, and at the revision before the one that it gets. */
export const isUpon = (table: RowTable) => and(isNamed(table), eq(table.rev, sql`${given('rev')} - 1`));
