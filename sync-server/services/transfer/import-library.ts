/**
 * Brings the candidates of files into a library (`shared/library-files`), or only finds what that would change.
 *
 * 1. Nothing is replaced or removed; the same files again add nothing.
 * 2. It is committed in portions, and other people's requests come between them. A row that is refused by then, because
 *    somebody deleted what it belongs to, does no harm to the others.
 * 3. The bytes of a file follow their row.
 */
import { createHash } from 'node:crypto';
import type { Candidate } from '#shared/library-files/candidate.ts';
import { type ImportPortion, importPortions } from '#shared/library-files/plan/import-portions.ts';
import { planImport } from '#shared/library-files/plan/plan-import.ts';
import type { ExistingLibrary, PlannedMutation, PlannedRow } from '#shared/library-files/plan/planned.ts';
import { bind } from '#shared/mutations/registry.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { UploadBytes } from '../blobs/upload-bytes.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationRequest } from '../change/mutation-request.ts';
import { existingLibrary } from './library-files.ts';

export type ImportLibraryDeps = {
  storage: LibraryStorage;
  commit: CommitMutation;
  uploads: Pick<UploadBytes, 'append'>;
  now(): number;
  newId(): number;
};

/** Changes and files that the library refused when they were committed. */
export type ImportRefusals = { mutations: number; files: number };

export type ImportLibrary = {
  /** Finds what an import would do, row by row. */
  plan(userId: number, candidates: AsyncIterable<Candidate>): AsyncGenerator<PlannedRow>;
  /** Does it; `onRow` is called with each row when it is planned. */
  bringIn(
    userId: number,
    candidates: AsyncIterable<Candidate>,
    onRow: (row: PlannedRow) => void,
  ): Promise<ImportRefusals>;
};

const device = 'Import';

export function createImportLibrary(deps: ImportLibraryDeps): ImportLibrary {
  async function* plan(userId: number, candidates: AsyncIterable<Candidate>) {
    yield* planned(deps, candidates, await existingLibrary(deps.storage, userId));
  }
  return {
    plan,
    async bringIn(userId, candidates, onRow) {
      const refusals: ImportRefusals = { mutations: 0, files: 0 };
      for await (const portion of importPortions(each(plan(userId, candidates), onRow))) {
        await commitPortion(deps, { userId, portion, refusals });
      }
      return refusals;
    },
  };
}

function planned(
  { now, newId }: Pick<ImportLibraryDeps, 'now' | 'newId'>,
  candidates: AsyncIterable<Candidate>,
  existing: ExistingLibrary,
): AsyncGenerator<PlannedRow> {
  return planImport(candidates, existing, {
    drawId: newId,
    sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
    ...{ device, now: new Date(now()).toISOString() },
  });
}

async function* each(
  rows: AsyncIterable<PlannedRow>,
  onRow: (row: PlannedRow) => void,
): AsyncGenerator<PlannedRow> {
  for await (const row of rows) {
    onRow(row);
    yield row;
  }
}

async function commitPortion(
  { commit, uploads }: ImportLibraryDeps,
  { userId, portion, refusals }: { userId: number; portion: ImportPortion; refusals: ImportRefusals },
): Promise<void> {
  const requests = portion.mutations.map(requestOf);
  const { answers } = await commit.push(userId, { requests, device, acknowledged: null, brief: true });
  refusals.mutations += answers.filter(({ status }) => status >= 400).length;
  for (const { sha256, file } of portion.bytes) {
    const stored = await uploads.append({ userId, sha256 }, { offset: 0, bytes: () => file.stream() });
    if (stored.kind === 'refused' || !stored.state.complete) refusals.files += 1;
  }
}

function requestOf({ name, args }: PlannedMutation): MutationRequest {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error(`an import planned a wrong ${name}: ${JSON.stringify(bound.errors)}`);
  return { body: undefined, ...bound.mutation.request, key: null, ifMatch: undefined, onlyProject: null };
}
