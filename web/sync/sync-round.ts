/**
 * One round: say what is new here, then hear what is new there. The whole of sync, top to bottom.
 *
 *   take a batch -> push -> settle the answers ... until nothing is left to send
 *   ask for changes -> apply each page ...        until the feed has no more
 *   again, where the pull gave the outbox new words to send (a merge)
 *
 * 1. Only one tab runs a round at a time (the caller holds the lock).
 * 2. The answer to a push changes outbox states, nothing else; rows come through the pull alone.
 * 3. Whatever is not an answer of ours changes nothing: no row is ever removed because of a broken answer.
 * 4. The cursor goes along, so that a restored server takes nothing it cannot place.
 */
import { limits } from '#shared/model/limits.ts';
import { Problem } from '#shared/model/problem.ts';
import { type Answer, classifyRequest, type RequestOutcome } from '#shared/sync/classify-answer.ts';
import {
  ChangesPage,
  clientHeader,
  formatCursor,
  PushAnswer,
  type PushRequest,
  parseCursor,
  userHeader,
} from '#shared/sync/wire.ts';
import { accountOf } from '../data/account.ts';
import { applyPull, countRemovals, isTooMuch } from '../data/apply-pull.ts';
import { type Cursor, type Library, readCursor } from '../data/library.ts';
import { type Batch, settleAnswer, takeBatch } from '../data/outbox-store.ts';
import type { ApiRequest } from '../platform/api-client.ts';

export type RoundDeps = {
  library: Library;
  send(request: ApiRequest): Promise<Answer>;
  now(): number;
  /** What a person calls this device; shown beside a conflicting edit. */
  device: string;
  /** A person has said that the server is right about what it removes. */
  allowRemovals?: boolean;
};

export type RoundResult =
  | { kind: 'done' }
  /** `busy`: others write faster than this device can merge; `device`: its own database did not give or take. */
  | { kind: 'again'; afterMs: number | null; reason: 'network' | 'server' | 'rate' | 'busy' | 'device' }
  | { kind: 'signIn' }
  | { kind: 'asks'; reason: 'reset' | 'removals' }
  | { kind: 'updateNeeded' };

/** A merge makes new words to send, which may meet newer ones; more turns than this wait for the next round. */
const turns = 8;

export async function syncRound(deps: RoundDeps): Promise<RoundResult> {
  for (let turn = 0; turn < turns; turn += 1) {
    const pushed = await pushAll(deps);
    if (pushed.kind !== 'done') return pushed;
    const pulled = await pullAll(deps);
    if (pulled.kind !== 'done') return pulled;
    if (!pulled.moreToSay) return { kind: 'done' };
  }
  return { kind: 'again', afterMs: 0, reason: 'busy' };
}

/** Stops early where an answer needs a pull first. */
async function pushAll(deps: RoundDeps): Promise<RoundResult> {
  let size: number = limits.pushMutations;
  for (;;) {
    const batch = await takeBatch(deps.library, { mutations: size });
    if (batch === null) return { kind: 'done' };
    const answer = await deps.send(await pushRequest(deps, batch));
    const outcome = classifyRequest(answer, deps.now());
    if (outcome.kind === 'refused' && isAboutContents(answer)) {
      // The whole was refused, perhaps because of one: smaller and smaller, until that one stands alone.
      if (batch.mutations.length > 1) size = Math.ceil(batch.mutations.length / 2);
      else await settleAlone(deps, batch, answer);
      continue;
    }
    if (outcome.kind !== 'answered') return failed(outcome);
    const parsed = PushAnswer.safeParse(answer?.body);
    if (!parsed.success) return { kind: 'again', afterMs: null, reason: 'server' };
    const settled = await settleAnswer(deps.library, parsed.data);
    if (settled.signIn) return { kind: 'signIn' };
    if (settled.stale) return { kind: 'done' };
    if (settled.again || settled.changed === 0) return { kind: 'again', afterMs: null, reason: 'server' };
  }
}

/** Any other refusal of a whole push (403 of a wrong origin, 404 of a path) is no word about what is in it. */
function isAboutContents(answer: Answer): boolean {
  return answer?.status === 400 || answer?.status === 413 || answer?.status === 422;
}

async function pushRequest(deps: RoundDeps, batch: Batch): Promise<ApiRequest> {
  const cursor = await readCursor(deps.library);
  const body: PushRequest = {
    mutations: batch.mutations,
    acknowledged: batch.acknowledged,
    device: deps.device,
    brief: true,
    ...(cursor === undefined ? {} : { since: formatCursor(cursor) }),
  };
  return { method: 'POST', path: '/api/sync/push', body, headers: await headersOf(deps.library) };
}

/** Nothing may be sent or heard under another person's session: the server compares. */
export async function headersOf(library: Library): Promise<Record<string, string>> {
  return { [userHeader]: String(await accountOf(library)), [clientHeader]: library.client };
}

/** The only mutation of a refused push gets that refusal as its own answer. */
async function settleAlone(deps: RoundDeps, batch: Batch, answer: Answer): Promise<void> {
  const only = batch.mutations[0];
  if (only === undefined || answer === null) return;
  const body = Problem.safeParse(answer.body).success ? answer.body : undefined;
  await settleAnswer(deps.library, { seq: 0, results: [{ key: only.key, status: answer.status, body }] });
}

type Pulled = { kind: 'done'; moreToSay: boolean } | Exclude<RoundResult, { kind: 'done' }>;

async function pullAll(deps: RoundDeps): Promise<Pulled> {
  let wholeRows = false;
  let moreToSay = false;
  for (;;) {
    const portion = await readPortion(deps, wholeRows);
    if (portion.kind !== 'pages') return portion;
    let isMissingText = false;
    for (const page of portion.pages) {
      const applied = await applyPull(deps.library, page, { allowRemovals: deps.allowRemovals ?? false });
      if (applied.kind === 'asks') return { kind: 'asks', reason: 'removals' };
      isMissingText = applied.kind === 'needsWholeRows';
      if (isMissingText) break;
      moreToSay ||= applied.kind === 'applied' && applied.moreToSay;
    }
    if (isMissingText && wholeRows) return { kind: 'again', afterMs: null, reason: 'server' };
    wholeRows = isMissingText;
    if (!isMissingText && portion.pages.at(-1)?.more === false) return { kind: 'done', moreToSay };
  }
}

type Portion = { kind: 'pages'; pages: ChangesPage[] } | Exclude<RoundResult, { kind: 'done' }>;

/**
 * The next page; where it takes rows away, with all that come after it: how much a pull removes is known at its
 * end, and by then nothing may be gone.
 */
async function readPortion(deps: RoundDeps, wholeRows: boolean): Promise<Portion> {
  const pages: ChangesPage[] = [];
  let removed = 0;
  for (let from = await readCursor(deps.library); ; ) {
    const answer = await deps.send(await changesRequest(deps.library, from, wholeRows));
    const outcome = classifyRequest(answer, deps.now());
    if (outcome.kind !== 'answered') return failed(outcome);
    const page = ChangesPage.safeParse(answer?.body);
    if (!page.success || !goesOn(page.data, from)) return { kind: 'again', afterMs: null, reason: 'server' };
    pages.push(page.data);
    removed += deps.allowRemovals ? 0 : await countRemovals(deps.library, page.data);
    if (await isTooMuch(deps.library, removed)) return { kind: 'asks', reason: 'removals' };
    if (removed === 0 || !page.data.more) return { kind: 'pages', pages };
    from = parseCursor(page.data.cursor) ?? undefined;
  }
}

/**
 * Whether a page leads on from where it was asked for. A server whose feed is another one by now says 410, and
 * one that has more to say gets further: a page that leads elsewhere, back, or nowhere is no answer of its.
 */
export function goesOn(page: ChangesPage, from: Cursor | undefined): boolean {
  const to = parseCursor(page.cursor);
  if (to === null) return false;
  if (from === undefined) return true;
  return to.epoch === from.epoch && (page.more ? to.seq > from.seq : to.seq >= from.seq);
}

async function changesRequest(
  library: Library,
  from: Cursor | undefined,
  wholeRows: boolean,
): Promise<ApiRequest> {
  const query = new URLSearchParams({ limit: String(limits.changesPage) });
  if (from !== undefined) query.set('since', formatCursor(from));
  if (wholeRows) query.set('full', '1');
  return { method: 'GET', path: `/api/sync/changes?${query}`, headers: await headersOf(library) };
}

export function failed(
  outcome: Exclude<RequestOutcome, { kind: 'answered' }>,
): Exclude<RoundResult, { kind: 'done' }> {
  switch (outcome.kind) {
    case 'again':
      return outcome;
    case 'signIn':
      return { kind: 'signIn' };
    case 'reset':
      return { kind: 'asks', reason: 'reset' };
    case 'updateNeeded':
      return { kind: 'updateNeeded' };
    case 'refused':
      return { kind: 'again', afterMs: null, reason: 'server' };
  }
}
