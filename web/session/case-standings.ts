/** How texts of a prompt stand by its cases, with the models of this device and of the server. */
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Library } from '../data/database/library.ts';
import { namedVersionsOf } from '../data/queries/palette-rows.ts';
import { versionOf } from '../data/queries/version-items.ts';
import { baselineOf, type ComparableText, type Standing, standingsOf } from '../data/run/case-standings.ts';
import type { CellRun } from '../data/run/cell-runs.ts';
import { modelsOf } from '../data/run/models.ts';
import { useLive } from '../ui/hooks/use-live.ts';
import { useOpenLibrary } from './open-library-context.ts';
import type { OpenLibraryProps } from './open-library-type.ts';

type Lent = Pick<OpenLibraryProps, 'library' | 'models'>;

/**
 * Returns how the current text stands against a version, null where nothing is known of it or not yet. Read once: it does
 * not follow runs that end meanwhile.
 */
export function useStandingSince(version: {
  readonly id: number;
  readonly version: number;
}): Standing | null {
  const { library, models } = useOpenLibrary();
  const { id, version: number } = version;
  const [found, setFound] = useState<Standing | null>(null);
  useEffect(() => {
    let isWanted = true;
    const of = async () => {
      const promptId = (await versionOf(library, id))?.promptId;
      const texts = [{ versionId: id, version: number }, { versionId: null }];
      return promptId === undefined ? [] : textStandings({ library, models }, promptId, texts);
    };
    // Where it cannot be read, nothing is said of it.
    void of().then(
      (standings) => isWanted && setFound(standings.find(({ versionId }) => versionId === null) ?? null),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [library, models, id, number]);
  return found;
}

/** In the history, so many of the newest versions are compared. */
const mostCompared = 20;

/**
 * Returns how the newest versions of a prompt stand, by their ids. Read when the history opens, and when it has another newest
 * version or another baseline.
 */
export function useVersionStandings(newestId: number | undefined): VersionStandings {
  const { library, models } = useOpenLibrary();
  const [found, setFound] = useState<VersionStandings>(new Map());
  const baselineId = useLive(() => baselineIdBeside(library, newestId), [library, newestId]);
  useEffect(() => {
    if (newestId === undefined || baselineId === undefined) return;
    let isWanted = true;
    const of = async () => {
      const promptId = (await versionOf(library, newestId))?.promptId;
      if (promptId === undefined) return [];
      const versions = (await namedVersionsOf(library, promptId)).slice(0, mostCompared).reverse();
      const texts = versions.map(({ id, version }) => ({ versionId: id, version }));
      return textStandings({ library, models }, promptId, texts);
    };
    void of().then(
      (standings) => isWanted && setFound(new Map(standings.map((each) => [each.versionId, each]))),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [library, models, newestId, baselineId]);
  return found;
}

async function baselineIdBeside(library: Library, versionId: number | undefined): Promise<number | null> {
  const of = versionId === undefined ? undefined : await versionOf(library, versionId);
  return of === undefined ? null : ((await baselineOf(library, of.promptId))?.versionId ?? null);
}

export type VersionStandings = ReadonlyMap<number | null, Standing>;

export function standingWords({ since, compared }: Standing): string {
  return t('{better, number} better, {worse, number} worse, {equal, number} equal since version {since}', {
    ...compared,
    since,
  });
}

/** `texts`: the oldest first. */
function textStandings(lent: Lent, promptId: number, texts: readonly ComparableText[]): Promise<Standing[]> {
  return standingsOf(lent.library, { promptId, texts, modelsOf: (runs) => entriesOf(lent, runs) });
}

/** The server is asked only where one of its models was run. */
async function entriesOf(
  { library, models }: Lent,
  runs: readonly CellRun[],
): Promise<readonly ModelEntry[]> {
  const own = await modelsOf(library);
  if (!runs.some(({ from }) => from === 'node')) return own;
  const engine = await models.load().catch(() => null);
  return [...own, ...((await engine?.nodeModels()) ?? [])];
}
