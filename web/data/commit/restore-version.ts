import { hasSettings, type PromptSettings, writableSettings } from '#shared/model/prompt-settings.ts';
import { defaultVersionDescription } from '#shared/mutations/preserved-text.ts';
import type { Library } from '../database/library.ts';
import { commitInside, inOneWrite } from './commit.ts';
import type { CommitOutcome } from './commit-outcome.ts';

type NewCurrent = {
  promptId: number;
  content: string;
  description: string;
  /** Those of the version that the text is of; those of the prompt stay where it has none. */
  settings: PromptSettings | undefined;
  /** Describes the version that keeps the text which is replaced. */
  keptAs?: string;
};

/**
 * Makes an old version's text and settings the current ones, as a version of its own: history is never rewritten. A text
 * that is current now and that the newest version does not say is kept as one first. One transaction: what is kept is what
 * is replaced, whatever another tab does at the same time. Rejects where the browser cannot write.
 */
export async function restoreVersion(
  library: Library,
  { promptId, versionId }: { promptId: number; versionId: number },
): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    const version = await library.db.versions.get(versionId);
    if (version === undefined) return { ok: false, code: 'not_found', errors: [] };
    const { content, version: number, settings } = version.row;
    const description = `Restored version ${number}`;
    return replaceCurrent(library, { promptId, content, settings, description });
  });
}

/**
 * The same with the text of the newest version that somebody saved, for a person who has read `text` and gives it up:
 * refused where the current text has become another one since. The text is kept as a version first.
 */
export async function discardEdits(
  library: Library,
  { promptId, versionId, text }: { promptId: number; versionId: number; text: string },
): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    const version = (await library.db.versions.get(versionId))?.row;
    const current = (await library.db.prompts.get(promptId))?.row.content;
    if (version === undefined || current === undefined) return { ok: false, code: 'not_found', errors: [] };
    if (current !== text) return { ok: false, code: 'changed_since', errors: [] };
    const description = `Restored version ${version.version}`;
    const keptAs = 'Edits that were discarded';
    return replaceCurrent(library, {
      ...{ promptId, content: version.content, settings: undefined },
      ...{ description, keptAs },
    });
  });
}

/** The same with a text that the person has made of an old version. */
export async function saveOverCurrent(
  library: Library,
  { versionId, ...saved }: Omit<NewCurrent, 'settings'> & { versionId: number },
): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    const version = await library.db.versions.get(versionId);
    return replaceCurrent(library, { ...saved, settings: version?.row.settings });
  });
}

async function replaceCurrent(
  library: Library,
  { promptId, content, settings, description, keptAs = defaultVersionDescription }: NewCurrent,
): Promise<CommitOutcome> {
  const prompt = await library.db.prompts.get(promptId);
  if (prompt === undefined) return { ok: false, code: 'not_found', errors: [] };
  const current = prompt.row.content;
  const preserve = { id: library.newId(), description: keptAs, conflict: null };
  return commitInside(library, 'saveVersion', {
    promptId,
    id: library.newId(),
    content,
    description,
    base: current,
    preserve,
    ...replacedSettings(prompt.row.attributes?.settings ?? {}, settings),
  });
}

function replacedSettings(current: PromptSettings, restored: PromptSettings = {}) {
  if (!hasSettings(restored)) return { settings: writableSettings(current) };
  const settings = writableSettings(restored);
  return { settings, headSettings: settings, baseSettings: current };
}
