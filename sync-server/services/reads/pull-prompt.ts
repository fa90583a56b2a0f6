/**
 * Gives programs the texts of prompts: by names or ids, at a label or a version, with snippets inserted and, where values
 * are given, filled.
 *
 * 1. A label or version that is not there is refused with those that are. Nothing stands in for it.
 * 2. Without either it is the current text, as a reference without a pin; `latest` is the newest version.
 * 3. A filled text is measured before it is made: a value may stand in many places.
 */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '#shared/model/problem.ts';
import {
  type PulledMessage,
  type PulledPrompt,
  type PulledVariable,
  pulledSettings,
} from '#shared/model/pull.ts';
import { isProved } from '#shared/mutations/label-moves.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { messagesOf } from '#shared/templates/chat.ts';
import {
  filledUnits,
  fillMessages,
  fillPrompt,
  missingOf,
  mostFilledUnits,
  type ReadPrompt,
  readPrompt,
} from '#shared/templates/prompt-parts.ts';
import type { SnippetProblem } from '#shared/templates/resolve-snippets.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { normalName } from '#shared/templates/variable-syntax.ts';
import type { FeedPlace, LibraryStorage, PinnedName, PinnedText } from '../../storage/ports/library-port.ts';
import { problemOf } from '../change/problem-of.ts';
import { resolveReferences } from './resolve-references.ts';

export type Refused = { kind: 'refused'; problem: Problem };

/**
 * `at`: a place of the library's feed; as long as it is the latest one, the same is pulled. `labels`: all that the prompt
 * has on versions.
 */
export type Pulled = { kind: 'pulled'; at: FeedPlace; prompt: PulledPrompt; labels: string[] };

/** `prompt` is as it was pulled, with its variables; `text` and `messages` are filled. */
export type FilledPrompt = {
  kind: 'filled';
  prompt: PulledPrompt;
  text: string;
  messages: readonly PulledMessage[];
};

export type PullPrompt = {
  pull(userId: number, name: PinnedName): Promise<Pulled | Refused>;
  /** Refuses with the names of the variables that have neither a value nor a default; values of no variable are left out. */
  fill(
    userId: number,
    name: PinnedName,
    values: Readonly<Record<string, string>>,
  ): Promise<FilledPrompt | Refused>;
};

const mostNamed = 100;

type Storage = Pick<LibraryStorage, 'pinnedText' | 'referencedTexts'>;

export function createPullPrompt(storage: Storage): PullPrompt {
  async function read(userId: number, name: PinnedName) {
    const found = await storage.pinnedText(userId, name);
    if (found.kind !== 'found') return refusedName(found, name);
    const { prompt, version, labels, settings, at } = found;
    const key = version === null ? `prompt ${prompt.id}` : `version ${version.id}`;
    const { text, problems } = await resolveReferences(
      storage,
      { userId, onlyProject: name.onlyProject },
      { key, text: found.text },
    );
    const parts = readPrompt(text);
    const pulled: PulledPrompt = {
      id: prompt.id,
      title: prompt.title,
      projectId: prompt.projectId,
      projectName: prompt.projectName,
      version: version?.version ?? null,
      versionId: version?.id ?? null,
      labels: labels.filter(({ versionId }) => versionId === version?.id).map(({ label }) => label),
      ...provedBy(found, name, text),
      text,
      variables: variablesOf(parts),
      settings: settings && pulledSettings(settings),
      unresolved: problems.map(unresolvedOf),
      hash: hash('sha256', text),
    };
    return { kind: 'read' as const, at, pulled, parts, labels: labels.map(({ label }) => label) };
  }

  return {
    async pull(userId, name) {
      const found = await read(userId, name);
      if (found.kind === 'refused') return found;
      const { at, pulled: prompt, labels } = found;
      return { kind: 'pulled', at, prompt, labels };
    },
    async fill(userId, name, given) {
      const found = await read(userId, name);
      if (found.kind === 'refused') return found;
      const values = new Map(Object.entries(given).map(([key, value]) => [normalName(key), value]));
      const missing = missingOf(found.parts, values);
      if (missing.length > 0) return refusedValues(missing);
      if (filledUnits(found.parts, values) > mostFilledUnits) {
        const detail = `The filled text would be larger than ${mostFilledUnits / 1024 / 1024} MB.`;
        return { kind: 'refused', problem: problemOf('too_large', { detail }) };
      }
      await setImmediate();
      const { text } = fillPrompt(found.parts, values);
      const messages = fillMessages(found.parts, values) ?? asMessages(text);
      return { kind: 'filled', prompt: found.pulled, text, messages };
    },
  };
}

/** Returns the messages of a chat; a text that is none is the message of a user. */
export function asMessages(text: string): PulledMessage[] {
  return messagesOf(text) ?? [{ role: 'user', content: text }];
}

/** Returns why there is no text of this name. Names are not repeated: they may be somebody else's ids. */
export function refusedName(
  found: Exclude<PinnedText, { kind: 'found' }>,
  { pin }: Pick<PinnedName, 'pin'>,
): Refused {
  switch (found.kind) {
    case 'no_project':
      return refused(problemOf('not_found', { detail: 'There is no project of this name or id.' }));
    case 'no_prompt':
      return refused(
        problemOf('not_found', { detail: 'There is no prompt of this name or id in the project.' }),
      );
    case 'ambiguous': {
      const detail = `Several prompts have this name. Their ids: ${found.prompts.map(({ id }) => id).join(', ')}.`;
      return refused({ ...problemOf('ambiguous_name', { detail }), prompts: found.prompts });
    }
    case 'unpinned': {
      const { labels, newest } = found;
      const named = pin?.kind === 'version' ? 'this number' : 'this label';
      const there = labels.length === 0 ? 'It has no labels' : `Its labels: ${labels.join(', ')}`;
      const versions = newest === null ? 'it has no version' : `its newest version is ${newest}`;
      const detail = `This prompt has no version with ${named}. ${there}; ${versions}.`;
      return refused({ ...problemOf('version_not_found', { detail }), labels, newest });
    }
  }
}

function refused(problem: Problem): Refused {
  return { kind: 'refused', problem };
}

function refusedValues(missing: readonly string[]): Refused {
  const named = missing.slice(0, mostNamed);
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  const detail = `These variables have neither a value nor a default: ${named.join(', ')}${more}.`;
  return refused({ ...problemOf('values_missing', { detail }), missing });
}

function variablesOf({ found }: ReadPrompt): PulledVariable[] {
  return found.variables.map(({ name, field }) =>
    field.type === 'select'
      ? { name, type: field.type, default: field.default, options: [...field.options] }
      : { name, type: field.type, default: field.default },
  );
}

/** Returns whether the label that was asked for stands where it was proved to hold; nothing where it asks for no proof. */
/** `sent`: the text with its snippets, which may be others than those that were run. */
function provedBy(
  { labels, version, text, settings }: Extract<PinnedText, { kind: 'found' }>,
  { pin }: Pick<PinnedName, 'pin'>,
  sent: string,
): Pick<PulledPrompt, 'proved'> {
  if (pin?.kind !== 'label' || version === null) return {};
  const asking = labels.find(({ label }) => label === pin.label)?.asking;
  if (asking === undefined) return {};
  const textHash = versionHash({ content: text, ...(settings === null ? {} : { settings }) });
  const sentHash = asking.moves[0]?.proof?.sentHash;
  const isAsRun = sentHash === undefined ? sent === text : sentHash === hash('sha256', sent);
  return { proved: isAsRun && isProved(asking, textHash) === true };
}

function unresolvedOf({ reference, kind }: SnippetProblem): PulledPrompt['unresolved'][number] {
  return { reference: formatReference(reference), reason: kind };
}
