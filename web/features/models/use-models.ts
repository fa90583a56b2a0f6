import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ConnectionCheck } from '#shared/model/run/connection.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { modelsOf, modelsWithKey, removeModel, saveModel } from '../../data/run/models.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';

export type KeyPlace = 'device' | 'tab' | 'none';

/** Holds the entries of this device and what a person does with them. */
export function useModels({ keys, test, askForLocal }: RunEngine) {
  const library = useLibrary();
  const notify = useNotify();
  const entries = useLive(() => modelsOf(library), [library]);
  const kept = useLive(() => modelsWithKey(library), [library]);
  const inTab = useSyncExternalStore(keys.subscribe, keys.inTab);
  const [checks, setChecks] = useState<ReadonlyMap<number, ConnectionCheck | 'running'>>(new Map());

  const setCheck = (id: number, check: ConnectionCheck | 'running' | null) =>
    setChecks((before) => {
      const next = new Map(before);
      if (check === null) next.delete(id);
      else next.set(id, check);
      return next;
    });

  async function check(entry: ModelEntry): Promise<void> {
    setCheck(entry.id, 'running');
    setCheck(entry.id, await test(entry));
  }

  return {
    entries: kept === undefined ? undefined : entries,
    checks,
    check,
    newId: library.newId,
    keyOf: (id: number): KeyPlace => {
      if (kept?.has(id) === true) return 'device';
      return inTab.has(id) ? 'tab' : 'none';
    },
    /** `key`: a new one; null: the one that there is goes; undefined: it stays. */
    async save(entry: ModelEntry, key: string | null | undefined): Promise<boolean> {
      try {
        await saveModel(library, entry);
        if (key === null) await keys.forget(entry.id);
        else if (key !== undefined) await keys.set(entry.id, key);
        // Of the entry as it was.
        setCheck(entry.id, null);
        return true;
      } catch {
        const description = t('This device did not take it. There may be no room left.');
        notify({ title: t('Not saved'), description, kind: 'destructive' });
        return false;
      }
    },
    async remove({ id, name }: ModelEntry): Promise<void> {
      await removeModel(library, id);
      await keys.forget(id);
      notify({ title: t('{name} was removed', { name }) });
    },
    /** Has the browser ask for the address, and tests once more. */
    async ask(entry: ModelEntry): Promise<void> {
      await askForLocal(entry);
      await check(entry);
    },
  };
}

export type Models = ReturnType<typeof useModels>;
