/** Names settings and writes their values for a person to read. */
import { t } from '#shared/language/translate.ts';
import {
  isSameSetting,
  type PromptSettings,
  type SettingName,
  settingNames,
} from '#shared/model/prompt-settings.ts';

export const settingLabels = (): Readonly<Record<SettingName, string>> => ({
  model: t('Model'),
  temperature: t('Temperature'),
  topP: t('Top p'),
  maxTokens: t('Maximum tokens'),
  stop: t('Stop texts'),
  seed: t('Seed'),
  reasoningEffort: t('Reasoning effort'),
  answerFormat: t('Answer format'),
  answerSchema: t('Answer schema'),
  tools: t('Tools'),
  more: t('Other settings'),
});

export type ShownSetting = { readonly name: string; readonly label: string; readonly text: string };

/** Returns the settings in their order; those of a later release come last, by the names that they have there. */
export function shownSettings(settings: PromptSettings): ShownSetting[] {
  const labels = settingLabels();
  const known = settingNames.map((name) => ({ name, label: labels[name] }));
  const later = Object.keys(settings).filter((name) => !settingNames.some((each) => each === name));
  return [...known, ...later.map((name) => ({ name, label: name }))].flatMap((named) => {
    const value = settings[named.name];
    return value === undefined ? [] : [{ ...named, text: shownSetting(named.name, value) }];
  });
}

function shownSetting(name: string, value: unknown): string {
  if (name === 'answerFormat' && value === 'text') return t('Text');
  if (name === 'answerFormat' && value === 'json') return t('JSON');
  if (name === 'stop' && Array.isArray(value)) return stopLines(value.map(String));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type ComparedSetting = {
  readonly name: string;
  readonly label: string;
  /** Null: not set. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isSame: boolean;
};

/** Returns each setting that one of two texts has. */
export function comparedSettings(before: PromptSettings, after: PromptSettings): ComparedSetting[] {
  const texts = (settings: PromptSettings) =>
    new Map(shownSettings(settings).map(({ name, text }) => [name, text]));
  const [one, other] = [texts(before), texts(after)];
  return shownSettings({ ...before, ...after }).map(({ name, label }) => ({
    ...{ name, label, before: one.get(name) ?? null, after: other.get(name) ?? null },
    isSame: isSameSetting(before[name], after[name]),
  }));
}

/** Returns texts as lines, in which a line break and a backslash are escaped. */
export function stopLines(texts: readonly string[]): string {
  return texts
    .map((text) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r'))
    .join('\n');
}

/** Reads such lines; empty ones are none. */
export function readStopLines(lines: string): string[] {
  const marks: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\\(.)/gu, (written, mark: string) => marks[mark] ?? written));
}
