import { Button, Grid } from '@chakra-ui/react';
import { useMemo } from 'react';
import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { undoDeletion } from '../../session/undo-deletion.ts';
import { useNotify } from '../../ui/provider.tsx';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import { isUntouched, sampleIn } from './sample-project.ts';
import { sampleName } from './sample-prompts.ts';

export interface SampleRemovalProps {
  readonly outline: Outline;
  readonly actions: Pick<WorkspaceActions, 'ask' | 'forgetProject'>;
}

/** Removes the sample at one press while it is as it was made, and asks first where a person wrote in it. */
export function SampleRemoval({ outline, actions }: SampleRemovalProps) {
  const library = useLibrary();
  const notify = useNotify();
  const sample = useMemo(() => sampleIn(outline), [outline]);
  if (sample === null) return null;
  const { id, promptIds } = sample;

  async function remove(): Promise<void> {
    if (!(await isUntouched(library, { id, promptIds }))) {
      actions.ask({ kind: 'deleteProject', id, name: sampleName() });
      return;
    }
    const outcome = await commit(library, 'deleteProject', { id });
    if (outcome.ok) {
      actions.forgetProject({ id, promptIds });
      notify({ title: t('Project deleted'), ...undoDeletion(library, [`project:${id}`], notify) });
    } else notify({ title: t('Failed to delete project'), kind: 'destructive' });
  }

  return (
    <Grid flex="none" p="2" borderTopWidth="1px">
      <Button variant="ghost" size="sm" onClick={() => void remove()}>
        <LuTrash2 />
        {t('Remove the sample project')}
      </Button>
    </Grid>
  );
}
