/** Compares the rows of a database with the clock and with the files, wherever they lie. */
import type { BucketAccess } from '../blobs/bucket-place.ts';
import { diskFiles } from './disk-files.ts';
import { type Finding, problem } from './finding.ts';
import { inspectBlobs } from './inspect-blobs.ts';
import type { InspectedDatabase } from './inspected-database.ts';
import type { InspectedFiles } from './inspected-files.ts';

/** Clocks of one machine differ by less, whatever sets them. */
const clockToleranceMs = 5 * 60 * 1000;

type Inspected = { dataFolder: string; bucket: BucketAccess | undefined; now: number; deep: boolean };

export async function inspectRecords(
  database: InspectedDatabase,
  { dataFolder, bucket, now, deep }: Inspected,
): Promise<Finding[]> {
  const ofClock = inspectClock(await database.latestInstant(), now);
  const { files, findings } = await inspectPlace(dataFolder, bucket);
  const ofFiles = files === undefined ? [] : await inspectBlobs(files, database, { deep });
  return [...ofClock, ...findings, ...ofFiles];
}

/** Returns the files, unless nothing can be read of their place. */
async function inspectPlace(
  dataFolder: string,
  access: BucketAccess | undefined,
): Promise<{ files?: InspectedFiles; findings: Finding[] }> {
  if (access === undefined) return { files: diskFiles(dataFolder), findings: [] };
  const [{ checkBucket }, { openBucket }, { bucketFiles }] = await Promise.all([
    import('../blobs/check-bucket.ts'),
    import('../blobs/bucket.ts'),
    import('./bucket-files.ts'),
  ]);
  const bucket = openBucket(access);
  const wrong = await checkBucket(bucket);
  return wrong === undefined
    ? { files: bucketFiles(bucket), findings: [] }
    : { findings: [problem(wrong.sentence)] };
}

function inspectClock(latest: number, now: number): Finding[] {
  if (latest <= now + clockToleranceMs) return [];
  return [
    problem(
      `Rows were written at ${new Date(latest).toISOString()}, which is in the future: the clock is wrong, or was; set it.`,
    ),
  ];
}
