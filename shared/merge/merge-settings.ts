/**
 * Merges what two devices changed of a prompt's settings, field by field.
 * 1. A field that only one side changed has that side's value. Of a short field that both changed, mine stands: it is the
 *    later arrival.
 * 2. JSON that both changed is merged as a text where that is JSON again. Otherwise mine stands and `overlaps` is true: the
 *    caller keeps their settings in a version.
 * 3. JSON that the other side went on writing in is not removed by whoever had not seen that.
 */
import {
  isJsonSetting,
  isSameSetting,
  isSetting,
  PromptSettings,
  type SettingsChange,
} from '#shared/model/prompt-settings.ts';
import { mergeText } from './merge-text.ts';

/** Returns the settings after a change of some of their fields, in the order that a schema gives them. */
export function withSettings(before: PromptSettings, change: SettingsChange): PromptSettings {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...before, ...Object.fromEntries(given) });
  return PromptSettings.parse(Object.fromEntries(all.filter(([, value]) => value !== null)));
}

/** Returns the change that a person made upon `base`, as it is to be made upon `theirs`. */
export function mergeSettingsChange(
  change: SettingsChange,
  base: PromptSettings,
  theirs: PromptSettings,
): { change: SettingsChange; overlaps: boolean } {
  let overlaps = false;
  const placed: Record<string, unknown> = {};
  for (const [name, mine] of Object.entries(change)) {
    const [from, there] = [base[name], theirs[name]];
    placed[name] = mine;
    if (!isJsonSetting(name) || typeof there !== 'string' || there === from || there === mine) continue;
    if (typeof mine !== 'string') {
      delete placed[name];
      continue;
    }
    const merged = mergeText(typeof from === 'string' ? from : '', mine, there);
    if (!merged.overlap && isSetting(name, merged.text)) placed[name] = merged.text;
    else overlaps = true;
  }
  return { change: placed, overlaps };
}

/** The same where `mine` are all settings, as a version that is restored has them. */
export function mergeSettings(
  base: PromptSettings,
  mine: PromptSettings,
  theirs: PromptSettings,
): { settings: PromptSettings; overlaps: boolean } {
  const merged = mergeSettingsChange(settingsChange(base, mine), base, theirs);
  return { settings: withSettings(theirs, merged.change), overlaps: merged.overlaps };
}

/** Returns the change that makes the settings `to` of `from`. */
export function settingsChange(from: PromptSettings, to: PromptSettings): SettingsChange {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const changed = names.filter((name) => !isSameSetting(from[name], to[name]));
  return Object.fromEntries(changed.map((name) => [name, to[name] ?? null]));
}
