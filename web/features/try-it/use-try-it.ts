import { useAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunHead, RunMessage } from '#shared/model/run/run.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { blobBytes, resourcesOf } from '../../data/resources/resources.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { isAttachable } from './attached-files.ts';
import { columnsOf, modelKey, mostColumns, type TriedColumn, toggled } from './columns.ts';
import { useCurrentHash } from './earlier/use-current-hash.ts';
import { continueRun, type Hindrance, type StartDeps, startRun } from './start-run.ts';
import { type ChosenTexts, chosenTextsAtom, type ShownRun, shownRunsAtom } from './try-it-state.ts';
import type { OwnText } from './use-text-name.ts';
import { useTriedModels } from './use-tried-models.ts';

export type TriedPrompt = {
  readonly promptId: number;
  /** The old version that is open in the editor; null: the current text. */
  readonly versionId: number | null;
  /** Returns the text in the editor; null where none is open. */
  text(): string | null;
};

export function useTryIt(engine: RunEngine, tried: TriedPrompt) {
  const { library } = useOpenLibrary();
  const { promptId } = tried;
  const prompt = useLive(() => promptOf(library, promptId), [library, promptId]);
  const ownTexts = useOwnTexts(prompt, promptId);
  const files = useProjectFiles(prompt?.projectId);
  const models = useTriedModels(engine, prompt?.attributes?.settings ?? {});
  const texts = useChosenTexts(promptId, [tried.versionId]);
  const { shown, show, replace } = useShownRuns(promptId);
  const { hindrance, setHindrance, begin } = useBeginning();
  /** The run that was put into the place of one by a press in it. */
  const [followed, setFollowed] = useState<number | null>(null);
  const columns = columnsOf({ ...texts, models: models.chosen });
  const entryOf = (key: string) => models.entries?.find((entry) => modelKey(entry) === key);
  const deps = useStartDeps(engine, tried, { files, chosen: texts.files });

  const start = (column: TriedColumn, isComplete: boolean) =>
    startRun(deps, { column, model: entryOf(column.model), isComplete });

  async function runAll(isComplete: boolean): Promise<void> {
    const begun: ShownRun[] = [];
    for (const column of columns.slice(0, mostColumns)) {
      const one = await start(column, isComplete);
      setHindrance('kind' in one ? one : null);
      if ('kind' in one) break;
      begun.push(one);
    }
    if (begun.length > 0) show(begun);
  }

  /** Puts another run into the column of one. Returns whether it began. */
  async function follow(before: ShownRun, next: () => Promise<ShownRun | Hindrance>): Promise<boolean> {
    let hasBegun = false;
    await begin(async () => {
      const one = await next();
      setHindrance('kind' in one ? one : null);
      if ('kind' in one) return;
      hasBegun = true;
      setFollowed(one.id);
      replace(before, one);
    });
    return hasBegun;
  }

  return {
    ...{ models, texts, columns, shown, followed, hindrance, entryOf },
    /** `isComplete`: also with variables that have no value. */
    run: (isComplete = false) => begin(() => runAll(isComplete)),
    ...{ files, sets: prompt?.attributes?.valueSets ?? [] },
    ...ownTexts,
    isTooMany: columns.length > mostColumns,
    again: (before: ShownRun) => follow(before, () => start(before.column, true)),
    goOn: (before: ShownRun, model: ModelEntry, added: readonly RunMessage[]) =>
      follow(before, () => continueRun(deps, before, { model, added })),
    stopAll: () => engine.runs.stopAll(promptId),
  };
}

export type TryIt = ReturnType<typeof useTryIt>;

/** Begins one thing at a time, and knows what kept the last one from it. */
function useBeginning() {
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const isBeginning = useRef(false);

  async function begin(beginning: () => Promise<void>): Promise<void> {
    if (isBeginning.current) return;
    isBeginning.current = true;
    try {
      await beginning();
    } catch {
      setHindrance({ kind: 'unread' });
    } finally {
      isBeginning.current = false;
    }
  }

  return { hindrance, setHindrance, begin };
}

/** `chosen`: the ids of the files that go with each run. */
function useStartDeps(
  engine: RunEngine,
  { promptId, versionId, text }: TriedPrompt,
  { files, chosen }: { readonly files: readonly Resource[]; readonly chosen: readonly number[] },
): StartDeps {
  const { library, sync } = useOpenLibrary();
  return {
    ...{ library, engine, promptId },
    text: () => (versionId === null ? text() : null),
    files: files.filter(({ id }) => chosen.includes(id)),
    fetchBlob: (resource) => sync.files.fetchBlob(resource),
    async pictureOf(sha256) {
      const file = files.find((each) => each.sha256 === sha256);
      const stored = await blobBytes(library, sha256);
      return stored ?? (file === undefined ? null : sync.files.fetchBlob(file));
    },
  };
}

/** Tells runs of the prompt's current text from those of earlier ones. */
function useOwnTexts(prompt: Prompt | undefined, promptId: number) {
  const currentHash = useCurrentHash(promptId);
  return {
    currentHash,
    /** A run that is under way may have what is typed and not saved yet. */
    ownTextOf({ textHash, startedAt }: Pick<RunHead, 'textHash' | 'startedAt'>, isRunning = false): OwnText {
      if (currentHash === null) return null;
      const isNewer = isRunning && startedAt >= (prompt?.updatedAt ?? '');
      return textHash === currentHash || isNewer ? 'current' : 'earlier';
    },
  };
}

/** Returns the texts and value sets that are chosen; at first those that are open. `usual`: the texts where none are. */
export function useChosenTexts(promptId: number, usual: readonly (number | null)[]) {
  const [all, setAll] = useAtom(chosenTextsAtom);
  const chosen: ChosenTexts = all.get(promptId) ?? { versions: usual, sets: [null], files: [] };
  const set = (next: Partial<ChosenTexts>) =>
    setAll((before) => new Map(before).set(promptId, { ...chosen, ...next }));
  return {
    ...chosen,
    toggleVersion: (id: number | null) => set({ versions: orUsual(toggled(chosen.versions, id), usual) }),
    toggleFile: (id: number) => set({ files: toggled(chosen.files, id) }),
    toggleSet: (id: number | null) => set({ sets: orUsual(toggled(chosen.sets, id), [null]) }),
  };
}

function orUsual(
  chosen: readonly (number | null)[],
  usual: readonly (number | null)[],
): readonly (number | null)[] {
  return chosen.length === 0 ? usual : chosen;
}

function useShownRuns(promptId: number) {
  const [all, setAll] = useAtom(shownRunsAtom);
  const shown = all.get(promptId) ?? [];
  const show = (next: readonly ShownRun[]) => setAll((before) => new Map(before).set(promptId, next));
  /** An earlier run is in no column: what follows it comes first. */
  const replace = ({ id }: ShownRun, next: ShownRun) =>
    setAll((before) => {
      const now = before.get(promptId) ?? [];
      const isShown = now.some((each) => each.id === id);
      const others = now.map((each) => (each.id === id ? next : each));
      return new Map(before).set(promptId, isShown ? others : [next, ...now]);
    });
  return { shown, show, replace };
}

/** Returns the files of the project that can go with a run. */
function useProjectFiles(projectId: number | undefined): readonly Resource[] {
  const { library } = useOpenLibrary();
  const items = useLive(
    () => (projectId === undefined ? [] : resourcesOf(library, projectId)),
    [library, projectId],
  );
  return (items ?? []).map(({ resource }) => resource).filter(isAttachable);
}
