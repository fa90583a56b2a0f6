import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { Storages } from '../../storage/ports/storages.ts';
import { probeBlobs } from '../blobs/probe-blobs.ts';
import type { Pokes } from '../change/pokes.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';
import { createFilesWatch, type FilesWatch } from './files-watch.ts';
import type { Gauges } from './metrics-port.ts';
import { createReadGauges } from './read-gauges.ts';
import { createReadiness, type Readiness } from './readiness.ts';

export type Watches = {
  disk: DiskWatch;
  filesWatch: FilesWatch;
  readiness: Readiness;
  readGauges: () => Promise<Gauges>;
};

/** Returns what observes the server itself: its disk, its readiness, its sizes. */
export function createWatches(deps: {
  storages: Storages;
  files: BlobStorage;
  pokes: Pokes;
  randomBytes: (size: number) => Uint8Array;
  now: () => number;
  after: (milliseconds: number, run: () => void) => () => void;
  draining: AbortSignal;
  isIntact: () => boolean;
  /** Of the disk of the data folder. */
  freeBytes: () => Promise<number>;
}): Watches {
  const { storages, files, pokes, randomBytes, now, after, draining, isIntact, freeBytes } = deps;
  const onDisk = files.isShared ? [] : [() => probeBlobs(files, randomBytes)];
  const disk = createDiskWatch({ probes: [storages.probeWrite, ...onDisk], now });
  const filesWatch = createFilesWatch({ files, randomBytes, now });
  return {
    disk,
    filesWatch,
    readiness: createReadiness({
      ...{ disk, filesWatch, freeBytes, draining, isIntact, now, after },
      migrations: storages.migrations,
    }),
    readGauges: createReadGauges({ measure: storages.measure, pokes, freeBytes, now }),
  };
}
