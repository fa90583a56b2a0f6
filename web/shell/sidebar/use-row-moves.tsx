import { Button } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { RowMove } from '../../features/sidebar/own-place.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useToaster } from '../../ui/provider.tsx';
import { treeViewAtom } from '../workspace/workspace-atoms.ts';
import type { useOrganise } from './use-organise.ts';

/** Moves rows of the sidebar; where it is sorted otherwise, `question` asks for the own order first. */
export function useRowMoves(outline: Outline, organise: ReturnType<typeof useOrganise>) {
  const [view, setView] = useAtom(treeViewAtom);
  const [asked, setAsked] = useState<RowMove | null>(null);
  const toaster = useToaster();

  async function moveRow(move: RowMove): Promise<void> {
    const from = move.kind === 'prompt' && outline.prompts.find(({ id }) => id === move.id);
    const leaves = move.kind === 'prompt' && from !== false && from?.projectId !== move.projectId;
    const isOwn = view.order === 'own';
    if (!isOwn && !leaves) return setAsked(move);
    const isMoved = await organise.moveRow(outline, move, { keepsOrder: !isOwn });
    if (!isMoved || !leaves) return;
    const project = outline.projects.find(({ id }) => id === move.projectId)?.name ?? '';
    const names = { title: isolatedName(from?.title ?? ''), project: isolatedName(project) };
    toaster.show({ title: t('Prompt moved'), description: t('"{title}" is in "{project}" now.', names) });
  }

  function agree(): void {
    setView({ ...view, order: 'own' });
    setAsked(null);
    if (asked !== null) void organise.moveRow(outline, asked);
  }

  const question = (
    <Dialog
      open={asked !== null}
      onClose={() => setAsked(null)}
      onSubmit={agree}
      title={t('Sort by manual order?')}
      description={t('Rows can be moved only in manual order. That order is the same on all your devices.')}
      width="narrow"
      footer={
        <>
          <Button onClick={() => setAsked(null)}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('Use manual order')}
          </Button>
        </>
      }
    />
  );
  return { moveRow, question };
}
