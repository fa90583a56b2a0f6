import { expect, test } from 'vitest';
import { initialLoopState } from '#shared/sync/status.ts';
import { type FlightFacts, flightLines } from './flight-lines.ts';

const at = '2026-01-01T12:00:00.000Z';
const megabyte = 1024 * 1024;
const ready: FlightFacts = {
  counts: { prompts: 3, versions: 1, notes: 0, complete: true },
  files: {
    ...{ total: 0, here: 0, toFetch: [], fetchBytes: 0, elsewhere: 0 },
    ...{ tooMuch: { count: 0, bytes: 0 }, limitBytes: 500 * megabyte },
  },
  device: { app: 'kept', persisted: true, usedBytes: 5000, quotaBytes: 1_000_000 },
  loop: { ...initialLoopState, connection: 'online', lastSuccess: at, lastAnswer: at },
  drafts: 0,
  isStorageWell: true,
  now: Date.parse(at) + 5 * 60_000,
};
const wanted = (id: number) => ({ id, sha256: String(id), seq: id });
const missing = (facts: Partial<FlightFacts>) =>
  flightLines({ ...ready, ...facts })
    .filter(({ ok }) => !ok)
    .map(({ text }) => text);

test('where everything is here, each line says so, and there is none about files where there are none', () => {
  expect(flightLines(ready).map(({ text }) => text)).toEqual([
    'The app itself is kept here.',
    '3 of 3 prompts, 1 of 1 version, 0 of 0 notes are here.',
    'Last synced: 5 minutes ago.',
    '4.9 KB of 976.6 KB used.',
    'The browser keeps your library until you remove it.',
  ]);
  expect(missing({})).toEqual([]);
  expect(missing({ files: { ...ready.files, total: 5, here: 5 } })).toEqual([]);
});

test.each<[string, Partial<FlightFacts>, string[]]>([
  [
    'the app is not kept',
    { device: { ...ready.device, app: 'missing' } },
    ['The app itself is not kept here yet.'],
  ],
  [
    'Safari on an iPad has it in a tab',
    { device: { ...ready.device, persisted: false, forgetsUnvisited: true } },
    [
      'Safari deletes what is stored here after seven days without a visit. To keep it, install the app: Share → “Add to Home Screen”.',
    ],
  ],
  [
    'a kept part of the app is another one',
    { device: { ...ready.device, app: 'damaged' } },
    ['A part of the app that is kept here is not what it should be.'],
  ],
  [
    'the address is not secure',
    { device: { ...ready.device, app: 'impossible' } },
    [
      'The app itself cannot be kept here, because this address is not secure (http): without the server it does not open.',
    ],
  ],
  [
    'the first reading has not ended',
    { counts: { prompts: 400, versions: 2, notes: 1, complete: false } },
    ['The library is still coming: 400 prompts, 2 versions, 1 note so far.'],
  ],
  [
    'the server answered last and did not come to an end',
    { loop: { ...ready.loop, lastAnswer: '2026-01-01T12:00:01.000Z' } },
    [
      '3 prompts, 1 version, 0 notes are here; the server did not say whether there is more when it was last asked.',
    ],
  ],
  [
    'sync waits for a person',
    { loop: { ...ready.loop, paused: 'removals' } },
    [
      '3 prompts, 1 version, 0 notes are here; the server did not say whether there is more when it was last asked.',
    ],
  ],
  ['it never synced', { loop: { ...ready.loop, lastSuccess: null } }, ['This device has not synced yet.']],
  [
    'files are to be fetched',
    {
      files: {
        ...{ ...ready.files, total: 5, here: 2 },
        ...{ toFetch: [wanted(1), wanted(2), wanted(3)], fetchBytes: 3 * megabyte },
      },
    },
    ['2 of 5 files are on this device, 3.0 MB to fetch.'],
  ],
  [
    'files do not fit',
    { files: { ...ready.files, total: 4, here: 2, tooMuch: { count: 2, bytes: 12 * megabyte } } },
    [
      '2 of 4 files are on this device.',
      '2 files do not fit (12.0 MB): files may take 500.0 MB on this device. A larger limit can be chosen under “Offline files” in the menu of a project’s resources.',
    ],
  ],
  [
    'one file does not fit',
    { files: { ...ready.files, total: 1, tooMuch: { count: 1, bytes: megabyte }, limitBytes: 0 } },
    [
      '0 of 1 file is on this device.',
      '1 file does not fit (1.0 MB): files may take 0 Bytes on this device. A larger limit can be chosen under “Offline files” in the menu of a project’s resources.',
    ],
  ],
  [
    'a file is on another device only',
    { files: { ...ready.files, total: 2, here: 1, elsewhere: 1 } },
    [
      '1 of 2 files are on this device.',
      '1 file is not on the server yet: another device still has to send it.',
    ],
  ],
  [
    'files are on another device only',
    { files: { ...ready.files, total: 2, elsewhere: 2 } },
    [
      '0 of 2 files are on this device.',
      '2 files are not on the server yet: another device still has to send them.',
    ],
  ],
  [
    'the storage is nearly full',
    { device: { ...ready.device, usedBytes: 900_000 } },
    ['The storage is nearly full: 878.9 KB of 976.6 KB used.'],
  ],
])('where %s, exactly that is missing', (_, facts, text) => {
  expect(missing(facts)).toEqual(text);
});

test('a promise that the browser has not made is no missing line', () => {
  const device = { app: 'kept' as const, persisted: false, usedBytes: null, quotaBytes: null };
  expect(missing({ device })).toEqual([]);
  expect(flightLines({ ...ready, device }).map(({ text }) => text)).toContain(
    'The browser may delete your library when the disk is nearly full.',
  );
});

test('a device that was offline since its last good round is as ready as it was then', () => {
  expect(missing({ loop: { ...ready.loop, connection: 'offline' } })).toEqual([]);
});

test('a device that takes nothing new is not ready, and neither is one with a text that is only a draft', () => {
  expect(missing({ isStorageWell: false })).toEqual([
    'This device cannot save: its storage is full, or the browser does not allow it.',
  ]);
  expect(missing({ drafts: 2 })).toEqual([
    '2 texts are only kept as a draft in this browser, and not in the library yet.',
  ]);
});
