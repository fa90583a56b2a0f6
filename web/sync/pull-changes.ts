/**
 * Asks for what is new and applies it, page by page, until the feed has no more.
 *
 * 1. Whatever is not an answer of ours changes nothing: no row is ever removed because of a broken answer.
 * 2. How much a pull removes is known at its end, and by then nothing may be gone: from the first page that takes a
 *    row away, pages are held until the end is reached. They survive whatever breaks off.
 * 3. A page is as large as the link carries, and at least one row: a link that breaks off gets smaller ones.
 *    Pages that were held before this pull are put in place, and what came since is asked for.
 * 4. While a page is applied, the next one is on its way; it is dropped where something else is asked for after all.
 */
import { limits } from '#shared/model/limits.ts';
import { classifyRequest } from '#shared/sync/classify-answer.ts';
import { continuesFeed } from '#shared/sync/continues-feed.ts';
import { ChangesPage, formatCursor, parseCursor } from '#shared/sync/wire.ts';
import type { Cursor } from '../data/database/library.ts';
import { applyPull, countRemovals, isTooMuch } from '../data/feed/apply-pull.ts';
import type { FirstFill } from '../data/feed/first-fill.ts';
import {
  approveHeldPages,
  dropHeldPages,
  type HeldFeed,
  holdPage,
  nextHeldPage,
} from '../data/feed/held-pages.ts';
import { type PullPlace, readPullPlace } from '../data/feed/pull-place.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import type { Link } from './link.ts';
import { failed, headersFor, type RoundDeps, type RoundFailure } from './round.ts';

/** `applied`: whether anything was put in place, or held for later. */
export type Pulled = ({ kind: 'done'; hasMoreToPush: boolean } | RoundFailure) & { applied: boolean };

type Pull = {
  isPushed: boolean;
  wholeRows: boolean;
  hasMoreToPush: boolean;
  applied: boolean;
  /** This pull itself has read the feed to its end. */
  hasReadEnd: boolean;
  /** The place of the next page, if it is known without reading it. */
  place: PullPlace | null;
  /** Rows of this pull so far, and of how many; undefined before its first page. */
  amount?: { received: number; of: number };
  /** The request that was sent before the page before it was applied. */
  ahead?: { query: string; answer: Promise<PageAnswer> };
};

/**
 * Pulls to the end of the feed. `isPushed`: nothing is left to be sent, so that all is synced there. `place`: where the
 * pull begins, if that was read already.
 */
export async function pullChanges(
  deps: RoundDeps,
  { isPushed, place = null }: { isPushed: boolean; place?: PullPlace | null },
): Promise<Pulled> {
  const pull: Pull = {
    isPushed,
    place,
    wholeRows: false,
    hasMoreToPush: false,
    applied: false,
    hasReadEnd: false,
  };
  for (;;) {
    const step = await pullNext(deps, pull);
    if (step === 'goOn') continue;
    const { hasMoreToPush, applied } = pull;
    return step === 'ended' ? { kind: 'done', hasMoreToPush, applied } : { ...step, applied };
  }
}

type Step = 'goOn' | 'ended' | RoundFailure;

/** Reads one page and applies it, or holds it; once the feed was read to its end, applies what is held. */
async function pullNext(deps: RoundDeps, pull: Pull): Promise<Step> {
  const { library } = deps;
  const place = pull.place ?? (await readPullPlace(library));
  pull.place = null;
  const { held, from, known, fill, isFirst, account } = place;
  if (held !== undefined && (!held.more || held.isApproved || deps.allowRemovals)) {
    return settleHeld(deps, pull, held);
  }
  const wholeRows = pull.wholeRows || held?.wholeRows === true;
  const asked: PageAsked = {
    account,
    known,
    wholeRows,
    isCounted: pull.amount === undefined && fill === undefined,
    deletedAfter: isFirst ? 'now' : fill?.upTo,
  };
  const read = await (takeAhead(pull, from, asked) ?? readPage(deps, from, asked));
  if (read.kind !== 'page') return read;
  const { page } = read;
  pull.hasReadEnd = !page.more;
  const amount = received(pull, page, fill);
  const removed = deps.allowRemovals ? 0 : await countRemovals(library, page);
  if (held === undefined && removed === 0) {
    const next = isFirst || fill !== undefined ? fillAfter(page, amount, fill) : undefined;
    readAhead(deps, pull, { page, asked, isCounted: amount === undefined, deletedAfter: next?.upTo });
    pull.place = placeBehind(page, { place, fill: next });
    const step = await applyPage(deps, pull, { page, fill: next });
    const cursor = page.more ? null : parseCursor(page.cursor);
    if (step === 'goOn' && cursor !== null && !pull.wholeRows) deps.feed?.pulledTo({ cursor, account });
    await reportReceived(deps, pull, page, amount);
    return step === 'goOn' && !page.more && !pull.wholeRows ? 'ended' : step;
  }
  await holdPage(library, page, { purpose: 'pull', after: from, removed, wholeRows });
  pull.applied ||= page.changes.length > 0;
  await reportReceived(deps, pull, page, amount);
  const isTooMuchByNow = await isTooMuch(library, (held?.removed ?? 0) + removed);
  return isTooMuchByNow ? { kind: 'asks', reason: 'removals' } : 'goOn';
}

/** Returns the place after a page, once it is applied; null if the pull ends with it. */
function placeBehind(
  { cursor, more }: ChangesPage,
  { place, fill }: { place: PullPlace; fill: FirstFill | undefined },
): PullPlace | null {
  const from = parseCursor(cursor);
  if (!more || from === null) return null;
  return { ...place, held: undefined, from, known: knownBehind(from, place.known), fill, isFirst: false };
}

/** Returns the place that the server named, unless the pull has got there. */
function knownBehind(from: Cursor, known: Cursor | undefined): Cursor | undefined {
  return known !== undefined && known.seq > from.seq ? known : undefined;
}

/** Sends the request for the page after this one, unless this one may have to be read again. */
function readAhead(
  deps: RoundDeps,
  pull: Pull,
  {
    page,
    asked,
    ...rest
  }: { page: ChangesPage; asked: PageAsked } & Pick<PageAsked, 'isCounted' | 'deletedAfter'>,
): void {
  const from = parseCursor(page.cursor);
  if (!page.more || from === null || page.changes.some(({ ownNumber }) => ownNumber !== undefined)) return;
  const next = { ...asked, ...rest, known: knownBehind(from, asked.known), wholeRows: false };
  pull.ahead = { query: placeAsked(from, next), answer: readPage(deps, from, next) };
}

/** Returns the answer that is on its way, if it is to the same question. */
function takeAhead(pull: Pull, from: Cursor | undefined, asked: PageAsked): Promise<PageAnswer> | undefined {
  const { ahead } = pull;
  delete pull.ahead;
  return ahead?.query === placeAsked(from, asked) ? ahead.answer : undefined;
}

/** Names a question to the feed, whatever the link carries. */
function placeAsked(from: Cursor | undefined, asked: PageAsked): string {
  return JSON.stringify([
    from,
    asked.account,
    asked.known,
    asked.wholeRows,
    asked.isCounted,
    asked.deletedAfter,
  ]);
}

type Amount = { received: number; of: number };

/** Returns undefined if the server did not send the number of changes. */
function received(pull: Pull, page: ChangesPage, fill: FirstFill | undefined): Amount | undefined {
  const count = page.changes.length;
  const before = pull.amount ?? fill;
  if (before !== undefined) {
    const sum = before.received + count;
    return { received: sum, of: Math.max(before.of, sum) };
  }
  return page.remaining === undefined ? undefined : { received: count, of: Math.max(page.remaining, count) };
}

/** Returns the progress of a first fill after this page; undefined if the server does not send it. */
function fillAfter(
  page: ChangesPage,
  amount: Amount | undefined,
  before: FirstFill | undefined,
): FirstFill | undefined {
  const upTo = before?.upTo ?? page.seq;
  return amount === undefined || upTo === undefined ? undefined : { upTo, ...amount };
}

/** Of a pull of several pages only: one page is here as soon as it is known of. */
async function reportReceived(
  { onProgress }: RoundDeps,
  pull: Pull,
  page: ChangesPage,
  amount: Amount | undefined,
): Promise<void> {
  const isOfSeveral = page.more || pull.amount !== undefined;
  if (amount === undefined) return;
  pull.amount = amount;
  if (isOfSeveral) await onProgress?.(amount);
}

/** All of them were counted: a person is asked, or they are applied. */
async function settleHeld(deps: RoundDeps, pull: Pull, held: HeldFeed): Promise<Step> {
  const { library } = deps;
  if (!held.isApproved) {
    if (!deps.allowRemovals && (await isTooMuch(library, held.removed))) {
      return { kind: 'asks', reason: 'removals' };
    }
    await approveHeldPages(library);
  }
  for (let next = await nextHeldPage(library); next !== undefined; next = await nextHeldPage(library)) {
    const step = await applyPage(deps, pull, { ...next, wholeRows: held.wholeRows });
    if (step !== 'goOn') return step;
    if (pull.wholeRows) return 'goOn';
  }
  return pull.hasReadEnd ? 'ended' : 'goOn';
}

async function applyPage(
  deps: RoundDeps,
  pull: Pull,
  {
    page,
    position,
    fill,
    wholeRows = pull.wholeRows,
  }: { page: ChangesPage; position?: number; fill?: FirstFill | undefined; wholeRows?: boolean },
): Promise<Step> {
  const { library } = deps;
  const isHeld = position !== undefined;
  const outcome = await applyPull(library, page, {
    allowRemovals: isHeld || deps.allowRemovals === true,
    ...(isHeld ? { held: position } : {}),
    ...(fill === undefined ? {} : { fill }),
    ...(pull.isPushed && (!isHeld || pull.hasReadEnd)
      ? { syncedAt: new Date(deps.now()).toISOString() }
      : {}),
  });
  switch (outcome.kind) {
    case 'asks':
      return { kind: 'asks', reason: 'removals' };
    case 'overtaken':
      pull.place = null;
      if (isHeld) await dropHeldPages(library.db);
      return 'goOn';
    case 'needsWholeRows':
      pull.place = null;
      if (wholeRows) return { kind: 'again', afterMs: null, reason: 'server' };
      if (isHeld) await dropHeldPages(library.db);
      pull.wholeRows = true;
      return 'goOn';
    case 'applied':
      pull.wholeRows = false;
      pull.hasMoreToPush ||= outcome.hasMoreToPush;
      pull.applied ||= page.changes.length > 0;
      return 'goOn';
  }
}

/**
 * `known`: a later place that the server named. `isCounted`: also asks how many changes there are. `deletedAfter`: deletions up to there mean nothing here; see
 * `first-fill.ts`.
 */
export type PageAsked = {
  account: number;
  known?: Cursor | undefined;
  wholeRows: boolean;
  isCounted: boolean;
  deletedAfter?: number | 'now' | undefined;
};

type PageAnswer = { kind: 'page'; page: ChangesPage } | RoundFailure;

/** Asks for the page after this place in the feed, as large as the link carries. */
export async function readPage(
  deps: RoundDeps,
  from: Cursor | undefined,
  asked: PageAsked,
): Promise<PageAnswer> {
  const { link } = deps;
  const request = changesRequest(deps, from, asked);
  const { answer: coming, began } = deps.feed?.take(request) ?? {
    answer: deps.send(request),
    began: deps.now(),
  };
  const answer = await coming;
  const outcome = classifyRequest(answer, deps.now());
  if (outcome.kind === 'again' && outcome.reason === 'network') link.pageBrokeOff();
  if (outcome.kind !== 'answered') return failed(outcome);
  const page = ChangesPage.safeParse(answer?.body);
  if (!page.success || !continuesFeed(page.data, from))
    return { kind: 'again', afterMs: null, reason: 'server' };
  const bytes = answer?.receivedBytes ?? JSON.stringify(answer?.body).length;
  link.pagePassed({ bytes, ms: deps.now() - began });
  return { kind: 'page', page: page.data };
}

/** Requests the page that the next round asks for, if nothing is pending here and no other tab pulls meanwhile. */
export function requestEarly(deps: Pick<RoundDeps, 'library' | 'link' | 'send' | 'now' | 'feed'>): void {
  const place = deps.feed?.place();
  if (place === undefined) return;
  const request = changesRequest(deps, place.cursor, {
    account: place.account,
    wholeRows: false,
    isCounted: true,
  });
  deps.feed?.expect({ request, answer: deps.send(request), began: deps.now() });
}

/**
 * Applies the page that was requested early, without reading anything before it. Returns false if it is not the whole
 * of what is to be done: then the round goes its usual way, and has the page still.
 */
export async function pullEarly(deps: RoundDeps): Promise<boolean> {
  const [place, early] = [deps.feed?.place(), deps.feed?.early()];
  if (place === undefined || early === undefined) return false;
  const page = ChangesPage.safeParse((await early.answer)?.body).data;
  const cursor = parseCursor(page?.cursor ?? '');
  if (page === undefined || cursor === null || page.more || !continuesFeed(page, place.cursor)) return false;
  if (page.changes.some(({ deleted }) => deleted)) return false;
  const outcome = await applyPull(deps.library, page, {
    allowRemovals: false,
    syncedAt: new Date(deps.now()).toISOString(),
    ifIdle: { account: place.account },
  });
  if (outcome.kind !== 'applied' || outcome.hasMoreToPush) return false;
  deps.feed?.pulledTo({ cursor, account: place.account });
  return true;
}

function changesRequest(
  { library, link }: Pick<RoundDeps, 'library' | 'link'>,
  from: Cursor | undefined,
  { account, known, wholeRows, isCounted, deletedAfter }: PageAsked,
): ApiRequest {
  const query = new URLSearchParams(pageSize(link));
  if (from !== undefined) query.set('since', formatCursor(from));
  if (known !== undefined) query.set('known', formatCursor(known));
  if (wholeRows) query.set('full', '1');
  if (isCounted) query.set('count', '1');
  if (deletedAfter !== undefined) query.set('deletedAfter', String(deletedAfter));
  return { method: 'GET', path: `/api/sync/changes?${query}`, headers: headersFor(library, account) };
}

/** A row without texts weighs about this much; the server counts texts only. */
const rowBytes = 256;

function pageSize(link: Link): { limit: string; bytes: string } {
  const bytes = link.pageBytes();
  const rows = Math.min(limits.changesPage, Math.max(1, Math.floor(bytes / rowBytes)));
  return { limit: String(rows), bytes: String(bytes) };
}
