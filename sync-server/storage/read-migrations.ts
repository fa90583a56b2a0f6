import { readdirSync, readFileSync } from 'node:fs';

export type Migration = { number: number; name: string; sql: string };

/** Reads `NNN-name.sql` of a folder in order, from 001 without a gap. */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1) {
      throw new Error(`migration ${name} is not number ${index + 1}: they go 001, 002, … without a gap`);
    }
    return { number, name, sql: readFileSync(new URL(name, folder), 'utf8') };
  });
}
