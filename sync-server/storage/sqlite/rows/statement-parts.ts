/** The parameters that statements share, and the conditions by which they find rows. */
import { and, eq, sql } from 'drizzle-orm';
import type { projects, prompts, resources, uiStates, versions } from './schema-library.ts';

type RowTable = typeof projects | typeof prompts | typeof versions | typeof resources | typeof uiStates;

export const given = (name: string) => sql.placeholder(name);

export const isNamed = (table: RowTable) => and(eq(table.userId, given('userId')), eq(table.id, given('id')));

/** Named, and its words are not erased. */
export const isKept = (table: RowTable) => and(isNamed(table), eq(table.erased, 0));

/** Named, and at the revision before the one that it gets. */
export const isUpon = (table: RowTable) => and(isNamed(table), eq(table.rev, sql`${given('rev')} - 1`));
