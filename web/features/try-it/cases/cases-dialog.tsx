import { t } from '#shared/language/translate.ts';
import { useRunEngine } from '../../../session/use-run-engine.ts';
import { FullDialog } from '../../../ui/dialog/dialog.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import type { ScreenProps } from '../../on-demand.tsx';
import { CasesBody } from './cases-body.tsx';

/** The cases of a prompt in the whole window, and the table of what models answer to them. */
export function CasesDialog({ request, open, onClose }: ScreenProps<{ readonly promptId: number }>) {
  const engine = useRunEngine(onClose);
  return (
    <FullDialog open={open} onClose={onClose} title={t('Cases')}>
      {engine === null ? (
        <SkeletonRows label={t('Loading cases')} />
      ) : (
        <CasesBody key={request.promptId} promptId={request.promptId} engine={engine} />
      )}
    </FullDialog>
  );
}
