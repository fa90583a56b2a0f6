/**
 * Holds the settings of one prompt while their panel is shown, and saves what is typed there.
 *
 * 1. A field is saved half a second after the last key, when it is left, and when the panel or the page goes away.
 * 2. What is no value of its setting stays in the field, with a sentence, and is saved once it is one.
 * 3. What is not saved is a draft on this device; a change carries the value that it was typed over.
 * Before: the row of the prompt, in any tab or by a pull. After: the mutation `setAttributes`.
 */
import { createListeners } from '#shared/events/listeners.ts';
import { t } from '#shared/language/translate.ts';
import { withSettings } from '#shared/merge/merge-settings.ts';
import { limits } from '#shared/model/limits.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import {
  fitsSettings,
  type PromptSettings,
  type SettingName,
  SettingsChange,
} from '#shared/model/prompt-settings.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { keepSettingDraft, type SettingEdit, settingDraftOf } from '../../data/drafts/setting-drafts.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { watchPrompt } from '../../data/queries/watch-prompt.ts';
import type { Clock } from '../../ui/clock.ts';
import { fieldText, readField } from './setting-texts.ts';

export type SettingsState = {
  /** Null until the row is read. */
  readonly stored: PromptSettings | null;
  readonly edits: ReadonlyMap<SettingName, SettingEdit>;
  /** The reason why something is not saved; null where all is. */
  readonly problem: string | null;
};

export type SettingsStore = {
  state(): SettingsState;
  subscribe(listener: () => void): () => void;
  /** Follows the row and keeps what was typed, until the function that it returns is called. */
  start(): () => void;
  type(name: SettingName, text: string): void;
  /** Saves now. */
  flush(): Promise<void>;
};

export type SettingsStoreDeps = {
  readonly library: Library;
  readonly promptId: number;
  readonly clock: Pick<Clock, 'after'>;
};

export function createSettingsStore({ library, promptId, clock }: SettingsStoreDeps): SettingsStore {
  const { subscribe, notify } = createListeners();
  const begun = settingDraftOf(library, promptId).map((edit) => [edit.name, edit] as const);
  let shown: SettingsState = { stored: null, edits: new Map(begun), problem: null };
  let saving: Promise<void> = Promise.resolve();
  let setPending = (_isPending: boolean) => {};
  let callOff = () => {};

  function show(next: Partial<SettingsState>): void {
    shown = { ...shown, ...next };
    notify();
  }

  function keep(edits: SettingsState['edits'], stored = shown.stored): void {
    const isKept = keepSettingDraft(library, promptId, [...edits.values()]);
    show({ stored, edits, ...(isKept ? {} : { problem: notKept() }) });
  }

  async function read(): Promise<void> {
    show({ stored: await settingsOf(library, promptId) });
  }

  function flush(): Promise<void> {
    callOff();
    saving = saving
      .then(() => saveEdits({ library, promptId }, { state: () => shown, show, keep, read }))
      .catch(() => show({ problem: messages.changeNotWritten }))
      .finally(() => setPending(false));
    return saving;
  }

  return {
    state: () => shown,
    subscribe,
    flush,
    type(name, text) {
      const { stored, edits } = shown;
      const { [name]: base } = stored ?? {};
      const edit = edits.get(name) ?? { name, base };
      keep(new Map(edits).set(name, { ...edit, text }));
      setPending(true);
      callOff();
      callOff = clock.after(limits.autosaveDebounceMs, () => void flush());
    },
    start() {
      const registered = library.typed.add(flush);
      setPending = registered.setPending;
      const stopWatching = watchPrompt(library, promptId, () => void read().catch(() => undefined));
      if (shown.edits.size > 0) void flush();
      return () => {
        stopWatching();
        void flush().finally(() => registered.stop());
      };
    },
  };
}

type Screen = {
  state(): SettingsState;
  show(next: Partial<SettingsState>): void;
  /** Shows edits, over the settings as they are stored, and keeps them as a draft. */
  keep(edits: SettingsState['edits'], stored: PromptSettings): void;
  read(): Promise<void>;
};

/** Commits what was typed and is a value of its setting; the rest, and what is typed meanwhile, stays. */
async function saveEdits(
  { library, promptId }: Pick<SettingsStoreDeps, 'library' | 'promptId'>,
  { state, show, keep, read }: Screen,
): Promise<void> {
  if (state().stored === null) await read();
  const { stored, edits } = state();
  const change = changeOf([...edits.values()], stored ?? {});
  if (change === null) return;
  const problem = await reasonAgainst(library, promptId, change);
  show({ problem });
  if (problem !== null) return;
  const isLeft = ([name, { text }]: [SettingName, SettingEdit]) =>
    edits.get(name)?.text !== text || !(name in change.settings);
  // In one step: between two a field would show its value of before, and one that depends on it would be taken away.
  const saved = await settingsOf(library, promptId);
  keep(new Map([...state().edits].filter(isLeft)), saved);
}

async function settingsOf(library: Library, promptId: number): Promise<PromptSettings> {
  return (await promptOf(library, promptId))?.attributes?.settings ?? {};
}

type Change = { readonly settings: SettingsChange; readonly baseSettings: PromptSettings };

/** Returns the change that what was typed makes; null where it makes none. */
function changeOf(edits: readonly SettingEdit[], stored: PromptSettings): Change | null {
  const settings: Record<string, unknown> = {};
  const base: Record<string, unknown> = { ...stored };
  for (const { name, text, base: before } of edits) {
    const read = readField(name, text);
    if (!read.ok) continue;
    settings[name] = read.value;
    base[name] = before ?? null;
  }
  if (Object.keys(settings).length === 0) return null;
  return { settings: SettingsChange.parse(settings), baseSettings: withSettings({}, base) };
}

/** Returns why it was not done; null where it was. */
async function reasonAgainst(library: Library, id: number, change: Change): Promise<string | null> {
  const stored = await settingsOf(library, id);
  if (!fitsSettings(withSettings(stored, change.settings)))
    return t('All settings together hold up to {size} KB.', { size: limits.settingsMaxBytes / 1024 });
  const outcome = await commit(library, 'setAttributes', { id, ...change });
  return outcome.ok ? null : refusalMessages[outcome.code];
}

const notKept = () => t('What you typed is not kept on this device: there is no room.');

export type SettingField = {
  readonly text: string;
  /** Null: nothing is wrong with it. */
  readonly problem: string | null;
};

/** Returns what a field shows: what was typed and is not saved, or the setting. */
export function shownField({ stored, edits }: SettingsState, name: SettingName): SettingField {
  const edit = edits.get(name);
  if (edit === undefined) return { text: fieldText(stored ?? {}, name), problem: null };
  const read = readField(name, edit.text);
  return { text: edit.text, problem: read.ok ? null : read.problem };
}
