import { useAtomValue, useSetAtom } from 'jotai';
import { models } from '../../features/models/feature.tsx';
import { type TriedInWindow, tryIt } from '../../features/try-it/feature.tsx';
import { TryItPanel, TryItScreen } from '../../features/try-it/try-it-panel.tsx';
import { openTextAtom } from '../workspace/workspace-atoms.ts';
import { renderMarkdown } from './rendered-markdown.tsx';

type TryItBesideProps = {
  readonly promptId: number;
  readonly versionId: number | null;
  onClose(): void;
};

/** Runs the prompt that is open, with the text that stands in the editor. */
export function TryItBeside({ promptId, versionId, onClose }: TryItBesideProps) {
  const source = useAtomValue(openTextAtom);
  const expand = useSetAtom(tryIt.openAtom);
  const openModels = useSetAtom(models.openAtom);
  return (
    <TryItPanel
      tried={{ promptId, versionId, text: () => source?.text() ?? null }}
      renderMarkdown={renderMarkdown}
      onOpenModels={() => openModels(true)}
      onExpand={() => expand({ promptId, versionId })}
      onClose={onClose}
    />
  );
}

type TryItOverProps = { readonly request: TriedInWindow; readonly open: boolean };

/** Runs a prompt in the whole window. */
export function TryItOver({ request, open }: TryItOverProps) {
  const setRequest = useSetAtom(tryIt.openAtom);
  const openModels = useSetAtom(models.openAtom);
  return (
    <TryItScreen
      {...{ request, open }}
      renderMarkdown={renderMarkdown}
      onOpenModels={() => openModels(true)}
      onClose={() => setRequest(null)}
    />
  );
}
