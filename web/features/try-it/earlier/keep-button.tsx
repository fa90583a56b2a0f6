import { LuBookmark, LuBookmarkMinus } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Run } from '#shared/model/run/run.ts';
import { type Keeping, keepRun, stopKeeping } from '../../../data/run/keep-run.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { undoDeletion } from '../../../session/undo-deletion.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNotify } from '../../../ui/provider.tsx';

type KeepButtonProps = {
  readonly run: Pick<Run, 'id' | 'promptId'>;
  readonly isKept: boolean;
};

/** Keeps a run as a part of its prompt, on all devices, or no longer. */
export function KeepButton({ run, isKept }: KeepButtonProps) {
  const { keep, drop } = useKeeping(run);
  return isKept ? (
    <IconButton
      icon={<LuBookmarkMinus />}
      label={t('Stop keeping this run')}
      onClick={() => void drop(false)}
    />
  ) : (
    <IconButton icon={<LuBookmark />} label={t('Keep this run')} onClick={() => void keep()} />
  );
}

export function useKeeping(run: Pick<Run, 'id' | 'promptId'>) {
  const library = useLibrary();
  const notify = useNotify();
  const failed = (title: string, description: string) => notify({ title, description, kind: 'destructive' });
  return {
    async keep(): Promise<void> {
      try {
        const keeping = await keepRun(library, run.id);
        if (keeping.ok) notify({ title: t('Run kept') });
        else failed(t('Not kept'), whyNot(keeping.reason));
      } catch {
        failed(t('Not kept'), messages.changeNotWritten);
      }
    },
    /** `everywhere`: also what this device alone has of it. */
    async drop(everywhere: boolean): Promise<void> {
      try {
        const outcome = await stopKeeping(library, run, everywhere);
        if (outcome.ok)
          notify({ title: t('Run no longer kept'), ...undoDeletion(library, [`keptRun:${run.id}`], notify) });
        else failed(t('Not deleted'), refusalMessages[outcome.code]);
      } catch {
        failed(t('Not deleted'), messages.changeNotWritten);
      }
    },
  };
}

function whyNot(reason: Extract<Keeping, { ok: false }>['reason']): string {
  switch (reason) {
    case 'underWay':
      return t('Its answer still comes.');
    case 'nothingCame':
      return t('There is no answer to keep.');
    case 'tooLong':
      return t('Its answer is longer than {size} KB. Copy what you need of it.', {
        size: limits.keptAnswerMaxBytes / 1024,
      });
    case 'tooLarge':
      return t(
        'What was sent and what came are larger than {size} KB together. Copy what you need of them.',
        {
          size: limits.keptRunMaxBytes / 1024,
        },
      );
    default:
      return refusalMessages[reason];
  }
}
