import type { Finding } from './finding.ts';
import { type InspectionOptions, inspectFolder } from './inspect-folder.ts';

/** Inspects the PostgreSQL that the settings name, or else the data folder, and the files that belong to it. */
export async function inspectServer(
  { databaseUrl, dataFolder }: { databaseUrl: string | undefined; dataFolder: string },
  options: InspectionOptions,
): Promise<Finding[]> {
  if (databaseUrl === undefined) return inspectFolder(dataFolder, options);
  const { inspectPostgres } = await import('./inspect-postgres.ts');
  return inspectPostgres({ databaseUrl, dataFolder }, options);
}
