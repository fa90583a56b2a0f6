import { type ProblemCode, problemStatus } from '#shared/model/problem.ts';
import type { ResourceScene } from '../data/testing/resources-scene.ts';
import type { BlobAnswer, BlobRequest } from '../platform/blob-transfer.ts';
import { type BlobRoundDeps, blobRound } from './blob-round.ts';
import { createSetAside } from './set-aside.ts';

export const answered = (status: number, body?: unknown, retryAfter: string | null = null): BlobAnswer => ({
  status,
  retryAfter,
  body,
});
export const at = (offset: number, complete = false) => answered(200, { offset, size: 5, complete });
export const problem = (code: ProblemCode) =>
  answered(problemStatus[code], { type: 'about:blank', title: code, status: problemStatus[code], code });

/** Gives these answers, one for each request, and the last one from then on. */
export function scripted(...answers: (BlobAnswer | (() => Promise<BlobAnswer>))[]) {
  const requests: BlobRequest[] = [];
  const transfer = async (request: BlobRequest): Promise<BlobAnswer> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? null;
    requests.push(request);
    return typeof answer === 'function' ? answer() : answer;
  };
  return { transfer, requests, methods: () => requests.map(({ method }) => method) };
}

export function depsOf({ library }: ResourceScene, changes: Partial<BlobRoundDeps>): BlobRoundDeps {
  return {
    library,
    transfer: async () => null,
    now: () => 0,
    chunkBytes: 2,
    afterText: async () => undefined,
    onArrived: () => undefined,
    missing: new Map(),
    aside: createSetAside(),
    ...changes,
  };
}
export const round = (scene: ResourceScene, changes: Partial<BlobRoundDeps>) =>
  blobRound(depsOf(scene, changes));
