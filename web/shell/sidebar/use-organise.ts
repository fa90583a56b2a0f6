import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';
import { duplicatePrompt, titleWith } from '../../data/commit/duplicate-prompt.ts';
import { placeProject, placePrompt } from '../../data/commit/place-row.ts';
import type { Library } from '../../data/database/library.ts';
import type { Outline, OutlinePrompt } from '../../data/rows/outline.ts';
import { placeOf, type RowMove } from '../../features/sidebar/own-place.ts';
import { useToaster } from '../../ui/provider.tsx';

/** Returns what a person does with a prompt without being asked anything: duplicates it, marks it as a favourite. */
export function useOrganise(
  library: Library,
  onDuplicated: (made: { id: number; projectId: number }) => void,
) {
  const { show } = useToaster();
  const failed = (title: string, description: string) => show({ title, description, kind: 'destructive' });

  /** Whether it is done; a toast tells why not. */
  async function attempt(run: () => Promise<CommitOutcome>, title: string): Promise<boolean> {
    try {
      const outcome = await run();
      if (!outcome.ok) failed(title, outcome.errors[0]?.message ?? refusalMessages[outcome.code]);
      return outcome.ok;
    } catch {
      failed(title, messages.changeNotWritten);
      return false;
    }
  }

  return {
    async duplicate({ id: promptId, title: name, projectId }: OutlinePrompt): Promise<void> {
      const title = titleWith(name, t(' (copy)'));
      const made = { id: library.newId(), projectId };
      const run = () => duplicatePrompt(library, { promptId, id: made.id, title });
      if (await attempt(run, t('Failed to duplicate prompt'))) onDuplicated(made);
    },
    /** Moves a row that was dragged or stepped; `keepsOrder`: only to another project. */
    moveRow(outline: Outline, move: RowMove, { keepsOrder = false } = {}): Promise<boolean> {
      return attempt(() => moveRow(library, outline, move, keepsOrder), t('Failed to move'));
    },
    async favorite(id: number, favorite: boolean): Promise<void> {
      await attempt(
        () => commit(library, 'setAttributes', { id, favorite }),
        t('Failed to change favourites'),
      );
    },
  };
}

function moveRow(
  library: Library,
  { projects, prompts }: Outline,
  move: RowMove,
  keepsOrder: boolean,
): Promise<CommitOutcome> {
  const { id, spot } = move;
  if (move.kind === 'project') {
    const others = projects.filter((project) => project.id !== id);
    return placeProject(library, id, placeOf(spot, others));
  }
  const { projectId } = move;
  const others = prompts.filter((prompt) => prompt.projectId === projectId && prompt.id !== id);
  return placePrompt(library, { id, projectId }, keepsOrder ? null : placeOf(spot, others));
}
