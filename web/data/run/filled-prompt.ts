/** Makes of a prompt what a model is sent: its snippets inserted, its variables filled. */
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { RunMessage } from '#shared/model/run/run.ts';
import { sentRole } from '#shared/templates/chat.ts';
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
import type { Library } from '../database/library.ts';
import { shownValues } from '../drafts/shown-values.ts';
import { valueDraftOf } from '../drafts/value-drafts.ts';
import { promptOf } from '../queries/queries.ts';
import { resolveText, textSourceKey } from '../queries/resolve-text.ts';
import { versionOf } from '../queries/version-items.ts';
import { sha256OfText } from '../resources/sha256.ts';

/** Names a text of a prompt, and values for its variables. */
export type FilledFrom = {
  readonly promptId: number;
  /** Null: the current text. */
  readonly versionId: number | null;
  /** A value set; null: the values that its variables have on this device. */
  readonly setId: number | null;
};

export type FilledPrompt = {
  readonly messages: readonly RunMessage[];
  /** SHA-256 of the text as it is written. */
  readonly textHash: string;
  readonly settings: PromptSettings;
  /** Of the variables of the text. */
  readonly values: Readonly<Record<string, string>>;
  /** The variables that have neither a value nor a default. */
  readonly missing: readonly string[];
  /** The references to snippets that stay as they are written. */
  readonly problems: readonly SnippetProblem[];
};

/**
 * Returns null where the prompt, the version or the value set is gone, and `tooLarge` where its values would make more of it
 * than a page can hold. `shown`: the current text as it stands in the editor, which may not be saved yet.
 */
export async function filledPrompt(
  library: Library,
  { promptId, versionId, setId }: FilledFrom,
  shown: string | null,
): Promise<FilledPrompt | 'tooLarge' | null> {
  const prompt = await promptOf(library, promptId);
  const text = await readText(library, { promptId, versionId }, shown);
  if (prompt === undefined || text === null) return null;
  const { sets, values: chosen } = shownValues(
    prompt.attributes?.valueSets ?? [],
    valueDraftOf(library, promptId),
  );
  const set = sets.find(({ id }) => id === setId);
  if (setId !== null && set === undefined) return null;
  const values = set === undefined ? chosen : new Map(Object.entries(set.values));
  const { read, ...rest } = text;
  if (filledUnits(read, values) > mostFilledUnits) return 'tooLarge';
  return {
    ...rest,
    messages: messagesOf(read, values),
    values: Object.fromEntries(ownValues(read, values)),
    missing: missingOf(read, values),
  };
}

/** A text of a prompt as it is read once, to be filled with many values. */
export type ReadText = Pick<FilledPrompt, 'textHash' | 'settings' | 'problems'> & {
  readonly read: ReadPrompt;
};

/** Returns null where the prompt or the version is gone. `shown`: as `filledPrompt` has it. */
export async function readText(
  library: Library,
  { promptId, versionId }: Omit<FilledFrom, 'setId'>,
  shown: string | null,
): Promise<ReadText | null> {
  const prompt = await promptOf(library, promptId);
  const version = versionId === null ? undefined : await versionOf(library, versionId);
  if (prompt === undefined || (versionId !== null && version === undefined)) return null;
  const text = version?.content ?? shown ?? prompt.content;
  const resolved = await resolveText(library, { key: textSourceKey(promptId, versionId), text });
  return {
    read: readPrompt(resolved.text),
    textHash: await sha256OfText(text),
    settings: (version === undefined ? prompt.attributes?.settings : version.settings) ?? {},
    problems: resolved.problems,
  };
}

/** Returns what references that stay as they are written name, each once. */
export function namesOf(problems: readonly SnippetProblem[]): string[] {
  return [...new Set(problems.map(({ reference: { project, title } }) => `${project}/${title}`))];
}

/** Returns the values of variables that the text has. */
export function ownValues({ found }: ReadPrompt, values: ReadonlyMap<string, string>): [string, string][] {
  const names = new Set(found.variables.map(({ name }) => name));
  return [...values].filter(([name]) => names.has(name));
}

/** Returns what a model is sent. A text that is no chat is a message of the user. */
export function messagesOf(read: ReadPrompt, values: ReadonlyMap<string, string>): RunMessage[] {
  const messages = fillMessages(read, values);
  if (messages === null) return [{ role: 'user', content: fillPrompt(read, values).text }];
  return messages.map(({ role, content }) => ({ role: sentRole(role), content }));
}
