/** Turns settings into the texts of their fields, and what a person typed there into settings. */
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { isSetting, type PromptSettings, type SettingName } from '#shared/model/prompt-settings.ts';
import { storable } from '#shared/model/text.ts';
import { readStopLines, stopLines } from '#shared/text/settings/shown-settings.ts';

/** Null removes the setting. */
export type ReadSetting = { ok: true; value: unknown } | { ok: false; problem: string };

export function fieldText(settings: PromptSettings, name: SettingName): string {
  if (name === 'stop') return stopLines(settings.stop ?? []);
  return String(settings[name] ?? '');
}

export function readField(name: SettingName, typed: string): ReadSetting {
  const text = storable(typed);
  const value = typedValue(name, text);
  if (value === null || isSetting(name, value)) return { ok: true, value };
  return { ok: false, problem: problemOf(name) };
}

function typedValue(name: SettingName, text: string): unknown {
  if (text.trim() === '' && name !== 'stop') return null;
  switch (name) {
    case 'temperature':
    case 'topP':
    case 'maxTokens':
    case 'seed':
      // A comma is the decimal mark of many.
      return Number(text.trim().replace(',', '.'));
    case 'stop': {
      const texts = readStopLines(text);
      return texts.length === 0 ? null : texts;
    }
    case 'model':
    case 'reasoningEffort':
      return text.trim();
    case 'answerFormat':
    case 'answerSchema':
    case 'tools':
    case 'more':
      return text;
  }
}

function problemOf(name: SettingName): string {
  switch (name) {
    case 'temperature':
      return t('A number from 0 to 10.');
    case 'topP':
      return t('A number from 0 to 1.');
    case 'maxTokens':
      return t('A whole number above 0.');
    case 'seed':
      return t('A whole number.');
    case 'stop':
      return t('Up to {texts} texts of {length} characters each.', {
        texts: limits.stopTexts,
        length: limits.settingLength,
      });
    case 'model':
    case 'reasoningEffort':
      return t('Up to {length} characters.', { length: limits.settingLength });
    case 'answerFormat':
      return t('Choose one of the formats.');
    case 'tools':
      return t('This is no JSON array yet. It is kept here and saved once it is one.');
    case 'answerSchema':
    case 'more':
      return t('This is no JSON object yet. It is kept here and saved once it is one.');
  }
}
