import { hasSettings, type PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Library } from '../database/library.ts';

export type PinnedText = { readonly label: string } | { readonly version: number } | null;

/** Returns the settings of a prompt's text at a label or version, of the current one for null; null where it has none. */
export async function pinnedSettings(
  library: Library,
  promptId: number,
  pin: PinnedText,
): Promise<PromptSettings | null> {
  const settings = await settingsAt(library, promptId, pin);
  return hasSettings(settings) ? settings : null;
}

async function settingsAt(
  { db }: Library,
  promptId: number,
  pin: PinnedText,
): Promise<PromptSettings | undefined> {
  if (pin !== null && 'version' in pin) {
    const at = db.versions.where('[row.promptId+row.version]').equals([promptId, pin.version]);
    return (await at.first())?.row.settings;
  }
  if (pin?.label === 'latest') return (await db.versionsOf(promptId).last())?.row.settings;
  const attributes = (await db.prompts.get(promptId))?.row.attributes;
  if (pin === null) return attributes?.settings;
  const placed = attributes?.labels?.find(({ label }) => label === pin.label)?.versionId ?? null;
  return placed === null ? undefined : (await db.versions.get(placed))?.row.settings;
}
