import type { Reason } from '#shared/library-files/files.ts';
import type { CaseFormat } from '#shared/library-files/formats/cases/write-cases.ts';
import type { CaseCreation } from '#shared/library-files/plan/plan-test-cases.ts';
import type { Library } from '../../../../data/database/library.ts';
import { clientWorker, createWorkerClient } from '../../../../ui/worker-client.ts';
import type { CaseFilesAnswer, CaseFilesRequest, CasesLook } from './case-files-messages.ts';

/** The findings in a file, and the thread that keeps them. */
export type FoundCases = {
  readonly look: CasesLook;
  /** Rejects where the thread has ended by itself. */
  portions(): AsyncGenerator<readonly CaseCreation[]>;
  end(): void;
};

/** A thread that has ended, or could not be loaded, answers `failed`. */
function startThread() {
  let settle: (answer: CaseFilesAnswer) => void = () => {};
  const client = createWorkerClient<CaseFilesRequest, CaseFilesAnswer>({
    startWorker: () =>
      clientWorker(new Worker(new URL('./worker/case-files-worker.ts', import.meta.url), { type: 'module' })),
    onAnswer: (answer) => settle(answer),
    onEnd: () => settle({ kind: 'failed' }),
  });
  const ask = (request: CaseFilesRequest): Promise<CaseFilesAnswer> =>
    new Promise((resolve) => {
      settle = resolve;
      client.send(request);
    });
  return { ask, end: client.end };
}

/** Reads a file of cases. `reason`: why it has none; null where that is not known. */
export async function lookAtCases(
  { db }: Library,
  promptId: number,
  file: File,
): Promise<FoundCases | { readonly reason: Reason | null }> {
  const { ask, end } = startThread();
  const answer = await ask({ kind: 'look', databaseName: db.name, promptId, file });
  if (answer.kind !== 'looked') {
    end();
    return { reason: answer.kind === 'unread' ? answer.reason : null };
  }
  async function* portions() {
    for (;;) {
      const next = await ask({ kind: 'next' });
      if (next.kind !== 'portion') throw new Error('The thread that reads cases has ended.');
      if (next.creations.length === 0) return;
      yield next.creations;
    }
  }
  return { look: answer.look, portions, end };
}

/** Writes the cases of a prompt; null where that fails. */
export async function writtenCases(
  { db }: Library,
  promptId: number,
  format: CaseFormat,
): Promise<Blob | null> {
  const { ask, end } = startThread();
  const answer = await ask({ kind: 'write', databaseName: db.name, promptId, format });
  end();
  return answer.kind === 'written' ? answer.file : null;
}
