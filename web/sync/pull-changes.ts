/**
 * Asks for what is new and applies it, page by page, until the feed has no more.
 *
 * 1. Whatever is not an answer of ours changes nothing: no row is ever removed because of a broken answer.
 * 2. A page is as large as the link carries, and at least one row: a link that breaks off gets smaller ones.
 */
import { limits } from '#shared/model/limits.ts';
import { classifyRequest } from '#shared/sync/classify-answer.ts';
import { ChangesPage, formatCursor, parseCursor } from '#shared/sync/wire.ts';
import { applyPull, countRemovals, isTooMuch } from '../data/apply-pull.ts';
import { type Cursor, readCursor } from '../data/library.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import type { Link } from './link.ts';
import { failed, headersOf, type RoundDeps, type RoundFailure } from './round.ts';

/** `applied`: whether anything was put in place. */
export type Pulled = ({ kind: 'done'; moreToSay: boolean } | RoundFailure) & { applied: boolean };

export async function pullChanges(deps: RoundDeps): Promise<Pulled> {
  let wholeRows = false;
  let moreToSay = false;
  let hasApplied = false;
  for (;;) {
    const portion = await readPortion(deps, wholeRows);
    if (portion.kind !== 'pages') return { ...portion, applied: hasApplied };
    let isMissingText = false;
    for (const page of portion.pages) {
      const applied = await applyPull(deps.library, page, { allowRemovals: deps.allowRemovals ?? false });
      if (applied.kind === 'asks') return { kind: 'asks', reason: 'removals', applied: hasApplied };
      isMissingText = applied.kind === 'needsWholeRows';
      if (isMissingText) break;
      hasApplied ||= page.changes.length > 0;
      moreToSay ||= applied.kind === 'applied' && applied.moreToSay;
    }
    if (isMissingText && wholeRows) {
      return { kind: 'again', afterMs: null, reason: 'server', applied: hasApplied };
    }
    wholeRows = isMissingText;
    if (!isMissingText && portion.pages.at(-1)?.more === false) {
      return { kind: 'done', moreToSay, applied: hasApplied };
    }
  }
}

type Portion = { kind: 'pages'; pages: ChangesPage[] } | RoundFailure;

/**
 * The next page; where it takes rows away, with all that come after it: how much a pull removes is known at its
 * end, and by then nothing may be gone.
 */
async function readPortion(deps: RoundDeps, wholeRows: boolean): Promise<Portion> {
  const pages: ChangesPage[] = [];
  let removed = 0;
  for (let from = await readCursor(deps.library); ; ) {
    const read = await readPage(deps, from, wholeRows);
    if (read.kind !== 'page') return read;
    pages.push(read.page);
    removed += deps.allowRemovals ? 0 : await countRemovals(deps.library, read.page);
    if (await isTooMuch(deps.library, removed)) return { kind: 'asks', reason: 'removals' };
    if (removed === 0 || !read.page.more) return { kind: 'pages', pages };
    from = parseCursor(read.page.cursor) ?? undefined;
  }
}

/** Asks for the page after this place in the feed, as large as the link carries. */
export async function readPage(
  deps: RoundDeps,
  from: Cursor | undefined,
  wholeRows: boolean,
): Promise<{ kind: 'page'; page: ChangesPage } | RoundFailure> {
  const { link } = deps;
  const began = deps.now();
  const answer = await deps.send(await changesRequest(deps, from, wholeRows));
  const outcome = classifyRequest(answer, deps.now());
  if (outcome.kind === 'again' && outcome.reason === 'network') link.pageBrokeOff();
  if (outcome.kind !== 'answered') return failed(outcome);
  const page = ChangesPage.safeParse(answer?.body);
  if (!page.success || !goesOn(page.data, from)) return { kind: 'again', afterMs: null, reason: 'server' };
  const bytes = answer?.receivedBytes ?? JSON.stringify(answer?.body).length;
  link.pagePassed({ bytes, ms: deps.now() - began });
  return { kind: 'page', page: page.data };
}

/**
 * Whether a page leads on from where it was asked for. A server whose feed is another one by now says 410, and
 * one that has more to say gets further: a page that leads elsewhere, back, or nowhere is no answer of its.
 */
function goesOn(page: ChangesPage, from: Cursor | undefined): boolean {
  const to = parseCursor(page.cursor);
  if (to === null) return false;
  if (from === undefined) return true;
  return to.epoch === from.epoch && (page.more ? to.seq > from.seq : to.seq >= from.seq);
}

async function changesRequest(
  { library, link }: RoundDeps,
  from: Cursor | undefined,
  wholeRows: boolean,
): Promise<ApiRequest> {
  const query = new URLSearchParams(pageSize(link));
  if (from !== undefined) query.set('since', formatCursor(from));
  if (wholeRows) query.set('full', '1');
  return { method: 'GET', path: `/api/sync/changes?${query}`, headers: await headersOf(library) };
}

/** A row without texts weighs about this much; the server counts texts only. */
const rowBytes = 256;

function pageSize(link: Link): { limit: string; bytes: string } {
  const bytes = link.pageBytes();
  const rows = Math.min(limits.changesPage, Math.max(1, Math.floor(bytes / rowBytes)));
  return { limit: String(rows), bytes: String(bytes) };
}
