/** Makes of a prompt what a model is sent: its snippets inserted, its variables filled. */
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { RunMessage } from '#shared/model/run/run.ts';
import { sentRole } from '#shared/templates/chat.ts';
import {
  fillMessages,
  fillPrompt,
  missingOf,
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
import { sha256Of } from '../resources/sha256.ts';

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
 * Returns null where the prompt, the version or the value set is gone. `shown`: the current text as it stands in the
 * editor, which may not be saved yet.
 */
export async function filledPrompt(
  library: Library,
  { promptId, versionId, setId }: FilledFrom,
  shown: string | null,
): Promise<FilledPrompt | null> {
  const prompt = await promptOf(library, promptId);
  const version = versionId === null ? undefined : await versionOf(library, versionId);
  if (prompt === undefined || (versionId !== null && version === undefined)) return null;
  const text = version?.content ?? shown ?? prompt.content;
  const { sets, values: chosen } = shownValues(
    prompt.attributes?.valueSets ?? [],
    valueDraftOf(library, promptId),
  );
  const set = sets.find(({ id }) => id === setId);
  if (setId !== null && set === undefined) return null;
  const values = set === undefined ? chosen : new Map(Object.entries(set.values));
  const resolved = await resolveText(library, { key: textSourceKey(promptId, versionId), text });
  const read = readPrompt(resolved.text);
  const names = new Set(read.found.variables.map(({ name }) => name));
  return {
    messages: messagesOf(read, values),
    textHash: await sha256Of(new TextEncoder().encode(text).buffer),
    settings: (version === undefined ? prompt.attributes?.settings : version.settings) ?? {},
    values: Object.fromEntries([...values].filter(([name]) => names.has(name))),
    missing: missingOf(read, values),
    problems: resolved.problems,
  };
}

/** A text that is no chat is a message of the user. */
function messagesOf(read: ReadPrompt, values: ReadonlyMap<string, string>): RunMessage[] {
  const messages = fillMessages(read, values);
  if (messages === null) return [{ role: 'user', content: fillPrompt(read, values).text }];
  return messages.map(({ role, content }) => ({ role: sentRole(role), content }));
}
