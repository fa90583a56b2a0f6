/** Returns the lines about readiness for a flight: each shows what is here, or exactly what is missing. */
import type { LoopState } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { LibraryCounts } from '../../data/database/library-counts.ts';
import type { BlobReadiness } from '../../data/resources/blob-readiness.ts';

/** The readiness of this device, as the browser reports it. */
export type Readiness = {
  /**
   * The app itself: `kept` whole, byte for byte; `missing`: not yet; `damaged`: something of it is missing or is
   * not what it should be; `unknown`: it could not be looked at; `impossible`: the address is not secure, and
   * browsers keep no app of such a one.
   */
  app: 'kept' | 'missing' | 'damaged' | 'unknown' | 'impossible';
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
};

const appWords: Readonly<Record<Readiness['app'], string>> = {
  kept: 'The app itself is kept here.',
  missing: 'The app itself is not kept here yet.',
  damaged: 'A part of the app that is kept here is not what it should be.',
  unknown: 'Whether the app itself is kept here whole could not be checked just now.',
  impossible:
    'The app itself cannot be kept here, because this address is not secure (http): without the server it does not open.',
};

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
    { ok: device.app === 'kept', text: appWords[device.app], final: device.app === 'impossible' },
    libraryLine(counts, loop),
    ...fileLines(files),
    {
      ok: loop.lastSuccess !== null,
      text:
        loop.lastSuccess === null
          ? 'This device has not synced yet.'
          : `Last synced: ${relativeTime(loop.lastSuccess, { now })}.`,
    },
    ...storageLines(device),
  ];
}

/** Text that cannot be written is not here after the next start. */
function writeLines({ drafts, isStorageWell }: FlightFacts): FlightLine[] {
  const lines: FlightLine[] = [];
  if (!isStorageWell) {
    const text = 'This device takes nothing new: its storage is full, or the browser refuses it.';
    lines.push({ ok: false, text });
  }
  if (drafts > 0) {
    const what = drafts === 1 ? 'One text is' : `${drafts} texts are`;
    lines.push({
      ok: false,
      text: `${what} only kept as a draft in this browser, and not in the library yet.`,
    });
  }
  return lines;
}

/** "3 of 3" only where the server's feed was read to its end: until then nobody here knows of how many. */
function libraryLine(counts: LibraryCounts, loop: LoopState): FlightLine {
  const { complete } = counts;
  const kinds = [
    [counts.prompts, 'prompt'],
    [counts.versions, 'version'],
    [counts.notes, 'note'],
  ] as const;
  const countsText = (of: (count: number) => string) =>
    kinds.map(([count, one]) => `${of(count)} ${one}${count === 1 ? '' : 's'}`).join(', ');
  if (!complete) return { ok: false, text: `The library is still coming: ${countsText(String)} so far.` };
  if (endedEarly(loop)) {
    const text = `${countsText(String)} are here; the server did not say whether there is more when it was last asked.`;
    return { ok: false, text };
  }
  return { ok: true, text: `${countsText((count) => `${count} of ${count}`)} are here.` };
}

/** The server answered after the last round that went well, and that one did not come to its end. */
function endedEarly({ paused, lastAnswer, lastSuccess }: LoopState): boolean {
  if (paused !== null) return true;
  return lastAnswer !== null && lastSuccess !== null && lastAnswer > lastSuccess;
}

function fileLines({ total, here, toFetch, fetchBytes, ...rest }: BlobReadiness): FlightLine[] {
  const { tooMuch, limitBytes, elsewhere } = rest;
  if (total === 0) return [];
  const fetching = toFetch.length === 0 ? '' : `, ${fileSize(fetchBytes)} to fetch`;
  const ofAll = `${here} of ${total} ${total === 1 ? 'file is' : 'files are'} on this device${fetching}.`;
  const lines = [{ ok: here === total, text: ofAll }];
  if (tooMuch.count > 0) {
    const what = `${tooMuch.count} ${tooMuch.count === 1 ? 'file does' : 'files do'} not fit`;
    const text = `${what} (${fileSize(tooMuch.bytes)}): files may take ${fileSize(limitBytes)} on this device. A larger limit can be chosen under “Offline files” in the menu of a project’s resources.`;
    lines.push({ ok: false, text });
  }
  if (elsewhere > 0) {
    const what = `${elsewhere} ${elsewhere === 1 ? 'file is' : 'files are'} not on the server yet`;
    lines.push({
      ok: false,
      text: `${what}: another device still has to send ${elsewhere === 1 ? 'it' : 'them'}.`,
    });
  }
  return lines;
}

function storageLines({ persisted, usedBytes, quotaBytes }: Readiness): FlightLine[] {
  // Headless and fresh browsers say no for good: worth knowing, not a reason to stay at home.
  const persistent = persisted
    ? 'The browser keeps it until you remove it.'
    : 'The browser may clear it when the disk is nearly full.';
  const lines = [{ ok: true, text: persistent }];
  if (usedBytes === null || quotaBytes === null) return lines;
  const isRoomy = usedBytes / Math.max(1, quotaBytes) < 0.9;
  const used = `${fileSize(usedBytes)} of ${fileSize(quotaBytes)} used.`;
  return [{ ok: isRoomy, text: isRoomy ? used : `The storage is nearly full: ${used}` }, ...lines];
}
