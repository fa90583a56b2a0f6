/** Checks a bulk deletion before it begins: whether its author had seen all of it, and which versions it names. */
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { Seen } from '#shared/mutations/mutation.ts';
import type { InspectedBulk, ListedVersions, Part, SeenSoFar } from '../ports/library-transaction.ts';
import { tablesInPrompt } from '../sql/row-tables.ts';
import type { Reads } from './transactions.ts';

/** Numbers of the feed that one look goes through. */
const window = 500;

type Asked = { userId: number; now: number; part: Part };

/** `now`: the place of the user's latest change. */
export async function inspectBulk(reads: Reads, asked: Asked): Promise<InspectedBulk | null> {
  const { part } = asked;
  if (part.bulk === null) return null;
  const { rows } = part.bulk;
  const seen = await look(reads, asked);
  return { seen, listed: rows.kind === 'listed' ? await listed(reads, asked, rows) : null };
}

async function look(reads: Reads, { userId, now, part }: Asked): Promise<SeenSoFar> {
  const { bulk, key: by, inspected } = part;
  if (bulk?.seen === undefined || bulk.rows.kind === 'listed')
    return { unseen: false, upTo: now, complete: true };
  const { rows, seen } = bulk;
  const from = Math.max(inspected, seen.seq);
  const upTo = Math.min(now, from + window);
  const range = [userId, from, upTo, ...authorOf(seen, by)];
  const text = rows.kind === 'contentsOf' ? unseenInProject : unseenInPrompt;
  const inside = rows.kind === 'contentsOf' ? rows.projectId : rows.promptId;
  const [found] = await reads.query<{ unseen: boolean }>(text, [...range, inside]);
  return { unseen: found?.unseen === true, upTo, complete: upTo >= now };
}

async function listed(
  reads: Reads,
  { userId, part: { bulk, key: by } }: Asked,
  { promptId, versionIds }: { promptId: number; versionIds: readonly number[] },
): Promise<ListedVersions> {
  const [live, elsewhere] = await Promise.all([
    reads.query<{ id: number; isSeen: boolean }>(
      `SELECT id, (seq <= $3 OR (by_client IS NOT DISTINCT FROM $4 AND by_number < $5)) AS "isSeen" FROM versions
        WHERE user_id = $1 AND prompt_id = $2 AND deleted_at IS NULL ORDER BY version, id`,
      [userId, promptId, ...authorOf(bulk?.seen, by)],
    ),
    reads.query<{ id: number }>(
      `SELECT id FROM versions WHERE user_id = $1 AND id = ANY ($3::bigint[]) AND prompt_id <> $2
        AND deleted_at IS NULL LIMIT 1`,
      [userId, promptId, versionIds],
    ),
  ]);
  if (elsewhere.length > 0) return { kind: 'elsewhere' };
  const ids = new Set(versionIds);
  const inside = live.filter(({ id }) => ids.has(id));
  const taken = inside.filter(({ isSeen }) => isSeen).map(({ id }) => id);
  return {
    kind: 'here',
    seen: taken,
    spares: taken.length < inside.length,
    keepsOne: inside.length < live.length,
  };
}

/** Up to which place, which client, before which number of it; a deletion without `seen` takes everything. */
function authorOf(seen: Seen | undefined, by: ChangedBy | null): [number, string, number] {
  const own = by === null ? 0 : (seen?.beforeNumber ?? 0);
  return [seen?.seq ?? Number.MAX_SAFE_INTEGER, by?.client ?? '', own];
}

const unseen = (name: string, userSeq: string, inside: string) =>
  `EXISTS (SELECT 1 FROM ${name} AS r WHERE r.user_id = $1 AND r.seq > $2 AND r.seq <= $3
    AND ${inside} AND r.deleted_at IS NULL AND ${userSeq} > $4
    AND NOT (r.by_client IS NOT DISTINCT FROM $5 AND r.by_number < $6))`;

const ofProject = '(SELECT project_id FROM prompts WHERE user_id = $1 AND id = r.prompt_id) = $7';

const unseenInProject = `SELECT ${[
  unseen('prompts', 'r.seq', 'r.project_id = $7'),
  ...tablesInPrompt.map(({ name }) => unseen(name, 'r.seq', ofProject)),
  unseen('resources', 'r.user_seq', 'r.project_id = $7'),
].join(' OR ')} AS unseen`;

const unseenInPrompt = `SELECT ${tablesInPrompt
  .map(({ name }) => unseen(name, 'r.seq', 'r.prompt_id = $7'))
  .join(' OR ')} AS unseen`;
