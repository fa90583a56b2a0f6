/**
 * Holds the value sets of one prompt while its panel is shown, and saves what is typed into them.
 *
 * 1. A key changes what is shown at once; the set is committed half a second after the last key, when a field is left,
 *    and when the panel or the page goes away.
 * 2. A change carries the value that it was typed over, so that values of other devices are merged and none is lost.
 * 3. What could not be committed stays on the screen and, as a draft, on this device; the next save has it.
 * Before: the row of the prompt, in any tab or by a pull. After: the mutation `setAttributes`.
 */
import { createListeners } from '#shared/events/listeners.ts';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { storable } from '#shared/model/text.ts';
import type { Library } from '../../data/database/library.ts';
import { type ShownValues, shownValues } from '../../data/drafts/shown-values.ts';
import { keepValueDraft, type ValueDraft, valueDraftOf } from '../../data/drafts/value-drafts.ts';
import { watchPrompt } from '../../data/queries/watch-prompt.ts';
import type { Clock } from '../../ui/clock.ts';
import { type CollectedEdits, createSetEdits } from './set-edits.ts';
import { type ChangedSet, createSetWriter, type SetWriter } from './set-writer.ts';

export type ValueSetsState = ShownValues & {
  /** False until the row is read. */
  readonly isRead: boolean;
  /** The reason why something is not saved; null where all is. */
  readonly problem: string | null;
};

export type ValueSets = {
  state(): ValueSetsState;
  subscribe(listener: () => void): () => void;
  /** Follows the row and keeps what was typed, until the function that it returns is called. */
  start(): () => void;
  choose(id: number | null): void;
  /** Undefined takes the value away; an empty value is one. */
  setValue(name: string, value: string | undefined): void;
  /** Saves now. */
  flush(): Promise<void>;
  /** These resolve to whether it was done. A new set is chosen; without `values` it has those that are shown. */
  create(name: string, values?: Readonly<Record<string, string>>): Promise<boolean>;
  rename(set: ValueSet, name: string): Promise<boolean>;
  remove(set: ValueSet): Promise<boolean>;
  restore(set: ValueSet): Promise<boolean>;
};

export type ValueSetsDeps = {
  readonly library: Library;
  readonly promptId: number;
  readonly clock: Pick<Clock, 'after'>;
};

export function createValueSets({ library, promptId, clock }: ValueSetsDeps): ValueSets {
  const draft = valueDraftOf(library, promptId);
  const edits = createSetEdits(draft.unsaved);
  const { subscribe, notify } = createListeners();
  const screen: Screen = { typed: draft.values, chosenId: draft.chosen, isKept: true };
  const writer = createSetWriter({ library, promptId, edits, onChange });
  let shown: ValueSetsState | null = null;

  function onChange(): void {
    shown = null;
    notify();
  }

  function state(): ValueSetsState {
    shown ??= shownState(screen, writer, edits);
    return shown;
  }

  /** Keeps them at once: a page that is torn down does not finish a transaction. */
  function keepDraft(): void {
    const kept: ValueDraft = { chosen: screen.chosenId, values: screen.typed, unsaved: edits.all() };
    const isKept = keepValueDraft(library, promptId, kept);
    if (isKept === screen.isKept) return;
    screen.isKept = isKept;
    onChange();
  }

  const saving = createSaving({ library, clock, edits, writer, keepDraft });
  return {
    ...{ state, flush: saving.flush },
    ...setActions({ library, screen, writer, saving, state, keepDraft }),
    subscribe,
    start() {
      const stopWatching = watchPrompt(library, promptId, () => void writer.read().catch(() => undefined));
      const stopSaving = saving.start();
      return () => {
        stopWatching();
        stopSaving();
      };
    },
    choose(id) {
      void saving.flush();
      screen.chosenId = id;
      keepDraft();
      onChange();
    },
    setValue(name, given) {
      const value = given === undefined ? undefined : storable(given);
      const { chosen } = state();
      if (chosen === null) screen.typed = withValue(screen.typed, name, value);
      else edits.set(storedOf(writer, chosen), { name, value: value ?? null });
      onChange();
      saving.later();
    },
  };
}

type Screen = {
  /** The values without a set. */
  typed: Readonly<Record<string, string>>;
  /** Undefined while nobody has chosen. */
  chosenId: number | null | undefined;
  /** Whether the draft found room on this device. */
  isKept: boolean;
};

function shownState(
  { typed, chosenId, isKept }: Screen,
  writer: SetWriter,
  edits: CollectedEdits,
): ValueSetsState {
  const draft = { chosen: chosenId, values: typed, unsaved: edits.all() };
  const noRoom = t('These values are not kept on this device: there is no room. Save them as a value set.');
  const problem = writer.problem() ?? (isKept ? null : noRoom);
  return { isRead: writer.stored() !== null, ...shownValues(writer.stored() ?? [], draft), problem };
}

function storedOf(writer: SetWriter, set: ValueSet): ValueSet {
  return writer.stored()?.find(({ id }) => id === set.id) ?? set;
}

function withValue(values: Screen['typed'], name: string, value: string | undefined): Screen['typed'] {
  const { [name]: _before, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}

type SavingDeps = Pick<ValueSetsDeps, 'library' | 'clock'> & {
  readonly edits: CollectedEdits;
  readonly writer: SetWriter;
  keepDraft(): void;
};

type Saving = { later(): void; flush(): Promise<void>; start(): () => void };

/** Decides when what was typed is saved, and reports it as pending until then. */
function createSaving({ library, clock, edits, writer, keepDraft }: SavingDeps): Saving {
  let setPending = (_isPending: boolean) => {};
  let callOff = () => {};

  function later(): void {
    callOff();
    setPending(true);
    callOff = clock.after(limits.autosaveDebounceMs, () => void flush());
  }

  async function flush(): Promise<void> {
    callOff();
    keepDraft();
    const isDone = await writer.save();
    // Typed on meanwhile: the next save is on its way.
    if (isDone && edits.all().length > 0) return;
    if (isDone) keepDraft();
    setPending(false);
  }

  return {
    later,
    flush,
    start() {
      const registered = library.typed.add(flush);
      setPending = registered.setPending;
      if (edits.all().length > 0) later();
      return () =>
        void flush().finally(() => {
          registered.setPending(false);
          registered.stop();
        });
    },
  };
}

type ActionDeps = {
  readonly library: Library;
  readonly screen: Screen;
  readonly writer: SetWriter;
  readonly saving: Saving;
  state(): ValueSetsState;
  keepDraft(): void;
};

function setActions(deps: ActionDeps): Pick<ValueSets, 'create' | 'rename' | 'remove' | 'restore'> {
  const { library, screen, writer, saving, state, keepDraft } = deps;

  /** One after the other, and after what was typed before. */
  async function act(change: () => ChangedSet, done: (set: ChangedSet) => void): Promise<boolean> {
    void saving.flush();
    const isDone = await writer.write(change, done);
    if (isDone) keepDraft();
    return isDone;
  }

  const choose = ({ id }: Pick<ChangedSet, 'id'>) => {
    screen.chosenId = id;
  };

  return {
    create: (name, values) =>
      act(
        () => ({ id: library.newId(), name, values: values ?? Object.fromEntries(state().values) }),
        (set) => {
          if (values === undefined && typeof screen.chosenId !== 'number') screen.typed = {};
          choose(set);
        },
      ),
    rename: (set, name) =>
      act(
        () => {
          const { values } = storedOf(writer, set);
          return { id: set.id, name, values, base: values };
        },
        () => {},
      ),
    remove: ({ id, name, values }) =>
      act(
        () => ({ id, name, values: null, base: values }),
        () => {
          screen.chosenId = null;
        },
      ),
    restore: ({ id, name, values }) => act(() => ({ id, name, values }), choose),
  };
}
