/** Acts on the settings of a prompt: JSON is owed like a text, a short field has the later arrival. */
import { type JsonSetting, jsonSettings, type PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Act } from './act.ts';
import { anyPrompt, commitAs } from './texts.ts';

export type SettingActName = 'chooseModel' | 'writeSettings' | 'clearSettings';

export function isSettingAct(name: string): name is SettingActName {
  return Object.hasOwn(settingActs, name);
}

export const settingActs: Record<SettingActName, (context: Act) => Promise<boolean>> = {
  async chooseModel(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const baseSettings = prompt.attributes?.settings ?? {};
    const model = context.random.pick(['small', 'large', null] as const) ?? null;
    await commitAs(context, 'setAttributes', { id: prompt.id, settings: { model }, baseSettings });
    return true;
  },
  async writeSettings(context) {
    const { random, ledger } = context;
    const prompt = await anyPrompt(context);
    const name = random.pick(jsonSettings);
    if (prompt === undefined || name === undefined) return false;
    const baseSettings = prompt.attributes?.settings ?? {};
    const before = baseSettings[name] ?? '';
    const key = random.pick(['first', 'second', 'third'] as const) ?? 'first';
    const text = written(name, { ...fieldsOf(before), [key]: ledger.coin() });
    await commitAs(context, 'setAttributes', { id: prompt.id, settings: { [name]: text }, baseSettings });
    ledger.edited(before, text);
    return true;
  },
  async clearSettings(context) {
    const prompt = await anyPrompt(context);
    const baseSettings = prompt?.attributes?.settings ?? {};
    const name = context.random.pick(jsonSettings.filter((each) => baseSettings[each] !== undefined));
    if (prompt === undefined || name === undefined) return false;
    await commitAs(context, 'setAttributes', { id: prompt.id, settings: { [name]: null }, baseSettings });
    context.ledger.discarded([baseSettings[name] ?? '']);
    return true;
  },
};

/** Lines apart from each other, so that changes of several devices can be merged. */
function written(name: JsonSetting, fields: object): string {
  const json = JSON.stringify(name === 'tools' ? [fields] : fields, null, 2);
  return json.replaceAll('\n', '\n\n');
}

function fieldsOf(text: string): object {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  const fields: unknown = Array.isArray(value) ? value[0] : value;
  return typeof fields === 'object' && fields !== null ? fields : {};
}

/** Returns the texts in settings that are owed to whoever wrote them. */
export function settingTexts(settings: PromptSettings = {}): string[] {
  return jsonSettings.flatMap((name) => settings[name] ?? []);
}
