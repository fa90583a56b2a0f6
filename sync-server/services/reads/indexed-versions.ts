/** Holds the signatures of the versions of one account, by their prompts. */
import { foldText } from '#shared/text/fold-text.ts';
import { createTextSignatures, unitsOf } from './text-signatures.ts';

export type IndexedVersion = {
  id: number;
  promptId: number;
  version: number;
  description: string;
  content: string;
};

/** A term with the hashes that every signature of a text with it has. */
export type AskedTerm = { readonly term: string; readonly units: readonly number[] };

export function askedTerm(term: string): AskedTerm {
  return { term, units: unitsOf(term) };
}

type Entry = { readonly id: number; readonly version: number; readonly signature: number };

export type IndexedVersions = {
  put(version: IndexedVersion): void;
  remove(version: Pick<IndexedVersion, 'id' | 'promptId'>): void;
  /** Returns the versions of a prompt that may have all of these terms, newest first. */
  having(promptId: number, terms: readonly AskedTerm[]): readonly Entry[];
  mayHave(version: Entry, term: AskedTerm): boolean;
  countOf(promptId: number): number;
  bytes(): number;
};

const bytesOfEntry = 80;
const none: readonly never[] = [];

/** `budget` in bytes, of their signatures. */
export function createIndexedVersions(budget: number): IndexedVersions {
  const signatures = createTextSignatures(budget);
  /** Also of prompts that are not there: a version may come before its prompt. */
  const all = new Map<number, readonly Entry[]>();
  let count = 0;

  function remove({ id, promptId }: Pick<IndexedVersion, 'id' | 'promptId'>): void {
    const before = all.get(promptId) ?? none;
    const gone = before.find((entry) => entry.id === id);
    if (gone === undefined) return;
    signatures.remove(gone.signature);
    count -= 1;
    const left = before.filter((entry) => entry !== gone);
    if (left.length === 0) all.delete(promptId);
    else all.set(promptId, left);
  }

  function mayHave({ signature }: Entry, { units }: AskedTerm): boolean {
    return signatures.mayHave(signature, units);
  }

  return {
    put({ id, promptId, version, description, content }) {
      remove({ id, promptId });
      const signature = signatures.add(`${foldText(content)}\n${foldText(description)}`);
      const entries = [...(all.get(promptId) ?? none), { id, version, signature }];
      entries.sort((a, b) => b.version - a.version);
      all.set(promptId, entries);
      count += 1;
    },
    remove,
    having(promptId, terms) {
      const entries = all.get(promptId) ?? none;
      return entries.length === 0
        ? entries
        : entries.filter((entry) => terms.every((term) => mayHave(entry, term)));
    },
    mayHave,
    countOf: (promptId) => all.get(promptId)?.length ?? 0,
    bytes: () => signatures.bytes() + count * bytesOfEntry,
  };
}
