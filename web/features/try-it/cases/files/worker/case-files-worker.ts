/** A thread of its own that reads a file of cases, plans what it adds to a prompt, and writes such files. */
import '#shared/model/zod-without-eval.ts';
import { checkOfAssertion } from '#shared/checks/assertions.ts';
import { FileRefused } from '#shared/library-files/files.ts';
import { readCasesFile } from '#shared/library-files/formats/cases/read-cases-file.ts';
import { candidateCase } from '#shared/library-files/formats/cases/tests-of-prompts.ts';
import { writeCases } from '#shared/library-files/formats/cases/write-cases.ts';
import { type CaseCreation, testCasesToAdd } from '#shared/library-files/plan/plan-test-cases.ts';
import { newId } from '#shared/model/ids.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { casesInOrder } from '#shared/text/order/cases-in-order.ts';
import { existingLibraryDb } from '../../../../../data/database/library-db.ts';
import { resolveText, textSourceKey } from '../../../../../data/queries/resolve-text.ts';
import { inputFile } from '../../../../../data/transfer/library-files/input-file.ts';
import type { CaseFilesAnswer, CaseFilesRequest, CasesLook } from '../case-files-messages.ts';

type LookRequest = Extract<CaseFilesRequest, { kind: 'look' }>;
type WriteRequest = Extract<CaseFilesRequest, { kind: 'write' }>;

/** Of a portion, which the page takes in one task. */
const mostCases = 100;
/** UTF-16 units. */
const mostText = 256 * 1024;

let planned: readonly CaseCreation[] = [];
let taken = 0;

addEventListener('message', ({ data }: MessageEvent<CaseFilesRequest>) => {
  void answerTo(data)
    .catch(
      (error: unknown): CaseFilesAnswer =>
        error instanceof FileRefused ? { kind: 'unread', reason: error.reason } : { kind: 'failed' },
    )
    .then((answer) => postMessage(answer));
});

async function answerTo(request: CaseFilesRequest): Promise<CaseFilesAnswer> {
  switch (request.kind) {
    case 'look':
      return { kind: 'looked', look: await look(request) };
    case 'next':
      return { kind: 'portion', creations: nextPortion() };
    case 'write':
      return { kind: 'written', file: await written(request) };
  }
}

async function look({ databaseName, promptId, file }: LookRequest): Promise<CasesLook> {
  const { variables, cases: here } = await readPromptOf(databaseName, promptId);
  const reader = await readCasesFile(inputFile({ path: file.name, file }), variables);
  const found = reader.tests.map(candidateCase);
  const options = {
    drawId: () => newId((words) => crypto.getRandomValues(words)),
    now: new Date().toISOString(),
  };
  const { mutations, remarks, refused } = testCasesToAdd(
    { id: null, testCases: found },
    { promptId, here, options },
  );
  planned = mutations;
  taken = 0;
  const checks = mutations.flatMap(({ args }) => args.checks ?? []);
  const names = new Set(mutations.flatMap(({ args }) => Object.keys(args.values ?? {})));
  return {
    ...{ cases: mutations.length, checks: checks.length, refused },
    unjudged: checks.filter((check) => checkOfAssertion(check).kind === 'unknown').length,
    known: found.length - mutations.length - refused,
    unused: [...names].filter((name) => !variables.includes(name)),
    remarks: [...remarks, ...reader.remarks()],
  };
}

function nextPortion(): readonly CaseCreation[] {
  const first = taken;
  let text = 0;
  while (taken < planned.length && taken - first < mostCases && text < mostText) {
    text += JSON.stringify(planned[taken]).length;
    taken += 1;
  }
  return planned.slice(first, taken);
}

async function written({ databaseName, promptId, format }: WriteRequest): Promise<Blob> {
  const { cases } = await readPromptOf(databaseName, promptId);
  return new Blob([writeCases(cases, format)]);
}

async function readPromptOf(databaseName: string, promptId: number) {
  const db = existingLibraryDb(databaseName);
  try {
    const prompt = (await db.prompts.get(promptId))?.row;
    const key = textSourceKey(promptId, null);
    const { text } = await resolveText({ db }, { key, text: prompt?.content ?? '' });
    const rows = (await db.testCasesOf(promptId).toArray()).map(({ row }) => row);
    return {
      variables: readPrompt(text).found.variables.map(({ name }) => name),
      cases: casesInOrder(rows),
    };
  } finally {
    db.close();
  }
}
