/** Reads the rows inside of prompts, without their texts: by their prompt, by their project, and what went with a prompt. */
import type { TypeInPrompt } from '#shared/kinds/in-prompt.ts';
import type { Stored } from '#shared/kinds/row.ts';
import { bareColumns, tables } from '../../sql/row-tables.ts';
import type { OpenDatabase } from '../open-database.ts';

type OfPrompt = { userId: number; promptId: number };

type InsideReads = {
  liveOf(asked: OfPrompt): Stored[];
  /** Those that were deleted after the place `after`, the first `rows` of them. */
  goneOf(asked: OfPrompt & { after: number; rows: number }): Stored[];
  liveIn(asked: { userId: number; projectId: number }): Stored[];
};

export function prepareInsideReads(database: OpenDatabase): Readonly<Record<TypeInPrompt, InsideReads>> {
  return {
    version: readsOf(database, 'version'),
    keptRun: readsOf(database, 'keptRun'),
    testCase: readsOf(database, 'testCase'),
  };
}

function readsOf({ connection }: OpenDatabase, type: TypeInPrompt): InsideReads {
  const of = tables[type];
  const selected = `SELECT ${bareColumns(of, 't')}`;
  // The plus: see `statement-parts.ts`.
  const ofPrompt = 't.user_id = +:userId AND t.prompt_id = +:promptId';
  const liveOf = connection.prepare<OfPrompt, object>(
    `${selected} FROM ${of.name} AS t WHERE ${ofPrompt} AND t.deleted_at IS NULL`,
  );
  const goneOf = connection.prepare<OfPrompt & { after: number; rows: number }, object>(
    `${selected} FROM ${of.name} AS t WHERE ${ofPrompt} AND t.deleted_at IS NOT NULL AND t.erased = 0
      AND t.seq > +:after ORDER BY t.seq LIMIT +:rows`,
  );
  // A cross join keeps the order: the prompts first, not all such rows of the library.
  const liveIn = connection.prepare<{ userId: number; projectId: number }, object>(
    `${selected} FROM prompts AS p CROSS JOIN ${of.name} AS t
      WHERE p.user_id = +:userId AND p.project_id = +:projectId AND p.deleted_at IS NULL
        AND t.user_id = p.user_id AND t.prompt_id = p.id AND t.deleted_at IS NULL`,
  );
  const rows = (found: readonly object[]) => found.map((record) => of.found(record).stored);
  return {
    liveOf: (asked) => rows(liveOf.all(asked)),
    goneOf: (asked) => rows(goneOf.all(asked)),
    liveIn: (asked) => rows(liveIn.all(asked)),
  };
}
