/** The dependencies of the command line tool: real in `promptory.ts`, chosen by a test. */
import { type Environment, readEnvironment } from '../environment.ts';
import { CannotStart } from '../storage/failures/cannot-start.ts';
import type { FreeBytes } from '../storage/ports/free-bytes.ts';

export type World = {
  variables: Readonly<Record<string, string | undefined>>;
  /** The folder to which the names of files are relative. */
  cwd: string;
  now: () => number;
  /** Standard output and standard error, as they are: callers write whole lines. */
  write(text: string): void;
  writeError(text: string): void;
  /** True where a person watches standard error. */
  isTerminal: boolean;
  /** Reads standard input to its end. */
  readInput(): Promise<string>;
  freeBytes: FreeBytes;
  /** Asks a person, who sees nothing of what they type. Undefined where there is no terminal. */
  askSecret: ((question: string) => Promise<string>) | undefined;
};

/** The result of a command: printed as `lines`, or as `json` with `--json`. */
export type Outcome = {
  lines: readonly string[];
  json: unknown;
  /** Written to standard error. */
  complaints?: readonly string[];
  /** Exit code 1: it failed in part, or found something wrong. */
  failed?: boolean;
};

/** The caller has to change arguments or settings: exit code 2. The message is a sentence for a person. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** Returns the API token of a command that is a client. Throws `WrongArguments` where there is none. */
export function tokenOf({ variables }: World): string {
  const token = variables.PROMPTORY_TOKEN;
  if (token !== undefined && token !== '') return token;
  throw new WrongArguments('PROMPTORY_TOKEN must be an API token: "promptory token create" makes one.');
}

/** Throws `WrongArguments` with the variables that are wrong. */
export function settingsOf({ variables }: World): Environment {
  try {
    return readEnvironment(variables);
  } catch (error) {
    if (error instanceof CannotStart) throw new WrongArguments(error.message);
    throw error;
  }
}

/** Names the database in a sentence for a person, without its password. */
export function databaseOf({ databaseUrl, dataFolder }: Environment): string {
  return databaseUrl === undefined ? dataFolder : 'the database of DATABASE_URL';
}

/** Throws `WrongArguments` where the settings name a PostgreSQL: the command is about a data folder alone. */
export function refuseDatabaseUrl({ databaseUrl }: Environment, instead: string): void {
  if (databaseUrl !== undefined)
    throw new WrongArguments(`With DATABASE_URL the library is in PostgreSQL: ${instead}.`);
}
