/** Finds what is wrong with a PostgreSQL and the files that belong to it, and changes nothing. Servers may be using them. */
import { CannotStart } from '../failures/cannot-start.ts';
import { FilesUnavailable } from '../failures/files-unavailable.ts';
import { openInspectedPostgres } from '../postgres/inspected-postgres.ts';
import { type Finding, problem } from './finding.ts';
import { type InspectionOptions, inspectRights, inspectRoom } from './inspect-folder.ts';
import { inspectRecords } from './inspect-records.ts';

export async function inspectPostgres(
  { databaseUrl, dataFolder }: { databaseUrl: string; dataFolder: string },
  { now, deep, freeBytes, bucket }: InspectionOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (bucket === undefined) {
    const refused = await inspectRights(dataFolder);
    if (refused !== undefined) return [refused];
    findings.push(...(await inspectRoom(dataFolder, await freeBytes(dataFolder))));
  }
  try {
    await using database = await openInspectedPostgres(databaseUrl, () => now);
    const { applied, newest } = database.tables;
    return applied < newest
      ? [...findings, problem(`The tables are at ${applied} of ${newest}: run migrate.`)]
      : [...findings, ...(await inspectRecords(database, { dataFolder, bucket, now, deep }))];
  } catch (error) {
    if (!(error instanceof CannotStart || error instanceof FilesUnavailable)) throw error;
    return [...findings, problem(error.message)];
  }
}
