/** Returns the lines about readiness for a flight: each shows what is here, or exactly what is missing. */
import { t } from '#shared/language/translate.ts';
import type { LoopState } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { LibraryCounts } from '../../../data/database/library-counts.ts';
import type { BlobReadiness } from '../../../data/resources/blob-readiness.ts';
import type { Readiness } from '../../../session/open-library-type.ts';

const appWords = (): Readonly<Record<Readiness['app'], string>> => ({
  kept: t('The app itself is kept here.'),
  missing: t('The app itself is not kept here yet.'),
  damaged: t('A part of the app that is kept here is not what it should be.'),
  unknown: t('Whether the app itself is kept here whole could not be checked just now.'),
  impossible: t(
    'The app itself cannot be kept here, because this address is not secure (http): without the server it does not open.',
  ),
});

/** `final`: nothing that a person can do here changes it. */
export type FlightLine = { ok: boolean; text: string; final?: boolean };

export type FlightFacts = {
  counts: LibraryCounts;
  files: BlobReadiness;
  device: Readiness;
  loop: LoopState;
  /** Texts that are in no library yet. */
  drafts: number;
  isStorageWell: boolean;
  now: number;
};

export function flightLines(facts: FlightFacts): FlightLine[] {
  const { counts, files, device, loop, now } = facts;
  return [
    ...writeLines(facts),
    { ok: device.app === 'kept', text: appWords()[device.app], final: device.app === 'impossible' },
    libraryLine(counts, loop),
    ...fileLines(files),
    {
      ok: loop.lastSuccess !== null,
      text:
        loop.lastSuccess === null
          ? t('This device has not synced yet.')
          : t('Last synced: {lastSuccess}.', { lastSuccess: relativeTime(loop.lastSuccess, { now }) }),
    },
    ...storageLines(device),
  ];
}

/** Text that cannot be written is not here after the next start. */
function writeLines({ drafts, isStorageWell }: FlightFacts): FlightLine[] {
  const lines: FlightLine[] = [];
  if (!isStorageWell) {
    const text = t('This device cannot save: its storage is full, or the browser does not allow it.');
    lines.push({ ok: false, text });
  }
  if (drafts > 0) {
    const text = t(
      '{drafts, plural, one {One text is} other {# texts are}} only kept as a draft in this browser, and not in the library yet.',
      { drafts },
    );
    lines.push({ ok: false, text });
  }
  return lines;
}

/** "3 of 3" only where the server's feed was read to its end: until then nobody here knows of how many. */
function libraryLine(counts: LibraryCounts, loop: LoopState): FlightLine {
  const { complete } = counts;
  if (!complete)
    return {
      ok: false,
      text: t('The library is still coming: {counts} so far.', { counts: countsText(counts) }),
    };
  if (endedEarly(loop)) {
    const text = t(
      '{counts} are here; the server did not say whether there is more when it was last asked.',
      { counts: countsText(counts) },
    );
    return { ok: false, text };
  }
  return { ok: true, text: t('{counts} are here.', { counts: completeText(counts) }) };
}

function countsText({ prompts, versions, notes }: LibraryCounts): string {
  return [
    t('{count, plural, one {# prompt} other {# prompts}}', { count: prompts }),
    t('{count, plural, one {# version} other {# versions}}', { count: versions }),
    t('{count, plural, one {# note} other {# notes}}', { count: notes }),
  ].join(', ');
}

function completeText({ prompts, versions, notes }: LibraryCounts): string {
  return [
    t('{count, plural, one {# of # prompt} other {# of # prompts}}', { count: prompts }),
    t('{count, plural, one {# of # version} other {# of # versions}}', { count: versions }),
    t('{count, plural, one {# of # note} other {# of # notes}}', { count: notes }),
  ].join(', ');
}

/** The server answered after the last round that went well, and that one did not come to its end. */
function endedEarly({ paused, lastAnswer, lastSuccess }: LoopState): boolean {
  if (paused !== null) return true;
  return lastAnswer !== null && lastSuccess !== null && lastAnswer > lastSuccess;
}

function fileLines({ total, here, toFetch, fetchBytes, ...rest }: BlobReadiness): FlightLine[] {
  const { tooMuch, limitBytes, elsewhere } = rest;
  if (total === 0) return [];
  const ofAll =
    toFetch.length === 0
      ? t('{here, number} of {total, plural, one {# file is} other {# files are}} on this device.', {
          here,
          total,
        })
      : t(
          '{here, number} of {total, plural, one {# file is} other {# files are}} on this device, {bytes} to fetch.',
          { here, total, bytes: fileSize(fetchBytes) },
        );
  const lines = [{ ok: here === total, text: ofAll }];
  if (tooMuch.count > 0) {
    const text = t(
      '{count, plural, one {# file does} other {# files do}} not fit ({bytes}): files may take {limitBytes} on this device. A larger limit can be chosen under “Offline files” in the menu of a project’s resources.',
      { count: tooMuch.count, bytes: fileSize(tooMuch.bytes), limitBytes: fileSize(limitBytes) },
    );
    lines.push({ ok: false, text });
  }
  if (elsewhere > 0) {
    const text = t(
      '{count, plural, one {# file is not on the server yet: another device still has to send it.} other {# files are not on the server yet: another device still has to send them.}}',
      { count: elsewhere },
    );
    lines.push({ ok: false, text });
  }
  return lines;
}

function storageLines({ forgetsUnvisited = false, ...device }: Readiness): FlightLine[] {
  if (!forgetsUnvisited) return roomLines(device);
  const text = t(
    'Safari deletes what is stored here after seven days without a visit. To keep it, install the app: Share → “Add to Home Screen”.',
  );
  return [{ ok: false, text, final: true }, ...roomLines(device)];
}

function roomLines({ persisted, usedBytes, quotaBytes }: Readiness): FlightLine[] {
  // Headless and fresh browsers say no for good: worth knowing, not a reason to stay at home.
  const persistent = persisted
    ? t('The browser keeps your library until you remove it.')
    : t('The browser may delete your library when the disk is nearly full.');
  const lines = [{ ok: true, text: persistent }];
  if (usedBytes === null || quotaBytes === null) return lines;
  const isRoomy = usedBytes / Math.max(1, quotaBytes) < 0.9;
  const used = t('{usedBytes} of {quotaBytes} used.', {
    usedBytes: fileSize(usedBytes),
    quotaBytes: fileSize(quotaBytes),
  });
  return [
    { ok: isRoomy, text: isRoomy ? used : t('The storage is nearly full: {used}', { used }) },
    ...lines,
  ];
}
