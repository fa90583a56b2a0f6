import { t } from '#shared/language/translate.ts';
import type { Run } from '#shared/model/run/run.ts';
import { readRun } from '../../data/run/run-ring.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { CompareView } from '../../ui/compare/compare-view.tsx';
import { FullDialog } from '../../ui/dialog/dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useTextName } from './use-text-name.ts';
import type { TryIt } from './use-try-it.ts';

type ComparedAnswersProps = {
  readonly before: number;
  readonly after: number;
  readonly tryIt: Pick<TryIt, 'ownTextOf'>;
  readonly open: boolean;
  onClose(): void;
};

/** Compares the answers of two runs word by word. */
export function ComparedAnswers({ before, after, tryIt, open, onClose }: ComparedAnswersProps) {
  const library = useLibrary();
  const runs = useLive(
    async () => [await readRun(library, before), await readRun(library, after)],
    [library, before, after],
  );
  const [one = null, other = null] = runs ?? [];
  const own = (run: Run | null) => (run === null ? null : tryIt.ownTextOf(run));
  const texts = [
    useTextName(one?.versionId ?? null, own(one)),
    useTextName(other?.versionId ?? null, own(other)),
  ] as const;
  if (runs === undefined) return null;
  return (
    <FullDialog open={open} onClose={onClose} title={t('Compare answers')}>
      <CompareView before={named(texts[0], one)} after={named(texts[1], other)} autoFocus />
    </FullDialog>
  );
}

function named(text: string, run: Run | null) {
  const name = [run?.model.name ?? '', text].filter((part) => part !== '').join(' · ');
  return { name, text: run?.answer ?? null };
}
