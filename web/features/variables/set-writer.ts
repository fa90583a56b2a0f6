import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { CollectedEdits } from './set-edits.ts';

export type ChangedSet = NonNullable<ArgsOf<'setAttributes'>['valueSets']>[number];

export type SetWriter = {
  /** Returns the sets as they are in the row; null until it is read. */
  stored(): readonly ValueSet[] | null;
  /** Returns the reason why the last write was not done; null if it was. */
  problem(): string | null;
  read(): Promise<void>;
  /** Commits the edits, after the writes before; resolves to whether they are done. */
  save(): Promise<boolean>;
  /** Commits another change, after the writes before; `done` runs before what came of it is shown. */
  write(change: () => ChangedSet, done: (set: ChangedSet) => void): Promise<boolean>;
};

export type SetWriterDeps = {
  readonly library: Library;
  readonly promptId: number;
  readonly edits: CollectedEdits;
  onChange(): void;
};

/** Commits value sets of one prompt, one write after the other, and reads the row after each. */
export function createSetWriter({ library, promptId, edits, onChange }: SetWriterDeps): SetWriter {
  let stored: readonly ValueSet[] | null = null;
  let problem: string | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  function fail(reason: string | null): void {
    if (problem === reason) return;
    problem = reason;
    onChange();
  }

  async function read(): Promise<void> {
    stored = await setsOf(library, promptId);
    onChange();
  }

  /** In one step with what ends by the commit: between two a field would show its value of before. */
  async function readAgain(end: () => void): Promise<void> {
    stored = await setsOf(library, promptId).catch(() => stored);
    end();
    onChange();
  }

  async function committed(valueSets: ChangedSet[]): Promise<boolean> {
    fail(await reasonAgainst(library, { id: promptId, valueSets }));
    return problem === null;
  }

  async function next(work: () => Promise<boolean>): Promise<boolean> {
    const worked = writing.then(work).catch(() => {
      fail(messages.changeNotWritten);
      return false;
    });
    writing = worked;
    return worked;
  }

  return {
    stored: () => stored,
    problem: () => problem,
    read,
    save: () =>
      next(async () => {
        if (edits.all().length === 0) return true;
        if (stored === null) await read();
        const begun = edits.begin(stored ?? []);
        if (begun === null) return true;
        if (!(await committed([...begun.sets]))) return false;
        await readAgain(begun.end);
        return true;
      }),
    write: (change, done) =>
      next(async () => {
        const set = change();
        if (!(await committed([set]))) return false;
        await readAgain(() => done(set));
        return true;
      }),
  };
}

async function setsOf(library: Library, promptId: number): Promise<readonly ValueSet[]> {
  return (await promptOf(library, promptId))?.attributes?.valueSets ?? [];
}

/** Returns why it was not done; null where it was. */
async function reasonAgainst(library: Library, args: ArgsOf<'setAttributes'>): Promise<string | null> {
  try {
    const outcome = await commit(library, 'setAttributes', args);
    if (outcome.ok) return null;
    return outcome.code === 'invalid_fields'
      ? t('A value set holds up to 500 values of 128 KB each.')
      : refusalMessages[outcome.code];
  } catch {
    return messages.changeNotWritten;
  }
}
