/** Reads single rows of a library. */
import { type SQL, sql } from 'drizzle-orm';
import type { LibraryStorage } from '../ports/library-port.ts';
import {
  type PromptRecord,
  type ResourceRecord,
  storedPrompt,
  storedResource,
} from '../records/row-records.ts';
import type { LibraryReader } from '../sql/library-reads.ts';
import { tables, wholeColumns } from '../sql/row-tables.ts';
import { row } from '../sql/work.ts';

const prompt = wholeColumns(tables.prompt, 't');
const resource = wholeColumns(tables.resource, 't');
const isLive = (userId: number, id: number): SQL =>
  sql`t.user_id = ${userId} AND t.deleted_at IS NULL AND t.id = ${id}`;

export function createSingleReads({
  read,
}: Pick<LibraryReader, 'read'>): Pick<LibraryStorage, 'prompt' | 'resource'> {
  return {
    prompt: (userId, id) =>
      read(userId, function* () {
        const found = yield* row(
          sql<PromptRecord>`SELECT ${prompt} FROM prompts AS t WHERE ${isLive(userId, id)}`,
        );
        return found && { row: storedPrompt(found).row, rev: found.rev };
      }),
    resource: (userId, id) =>
      read(userId, function* () {
        const found = yield* row(
          sql<ResourceRecord>`SELECT ${resource} FROM resources AS t WHERE ${isLive(userId, id)}`,
        );
        return found && { row: storedResource(found).row, rev: found.rev };
      }),
  };
}
