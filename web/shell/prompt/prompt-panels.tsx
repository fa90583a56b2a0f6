import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, Suspense } from 'react';
import { t } from '#shared/language/translate.ts';
import { readLinks } from '../../features/account/feature.tsx';
import type { BesidePanel } from '../../features/editor/stage/pane-panels.ts';
import type { PanelId } from '../../features/editor/stage/panel-columns.ts';
import { runsOfAtom } from '../../features/try-it/feature.tsx';
import { useInCode } from '../../features/use-in-code/feature.tsx';
import { PartBoundary } from '../../ui/boundary/part-boundary.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { openTextAtom, reviewedConflictAtom, wantedPanelAtom } from '../workspace/workspace-atoms.ts';
import type { Panels } from './use-panels.ts';
import { useShowCases } from './use-show-cases.ts';

// They come with the first note, version or conflict that is looked at: the first screen needs none of them.
const VersionPanel = lazyPart(
  async () => (await import('../../features/versions/version-panel.tsx')).VersionPanel,
);
const ConflictPanel = lazyPart(
  async () => (await import('../../features/conflicts/conflict-panel.tsx')).ConflictPanel,
);
const VariablesPanel = lazyPart(
  async () => (await import('../../features/variables/variables-panel.tsx')).VariablesPanel,
);
const FindingsBelow = lazyPart(
  async () => (await import('../../features/lint/findings-below.tsx')).FindingsBelow,
);
const ShownCounts = lazyPart(
  async () => (await import('../../features/variables/text-counts.tsx')).ShownCounts,
);
const SettingsPanel = lazyPart(
  async () => (await import('../../features/prompt-settings/settings-panel.tsx')).SettingsPanel,
);
const TryItBeside = lazyPart(async () => (await import('./try-it-beside.tsx')).TryItBeside);
const NotesPanel = lazyPart(async () => (await import('../../features/notes/notes-panel.tsx')).NotesPanel);

/** The old version of a prompt that is open in the editor. */
export interface OpenVersion {
  /** Null: the current text is open. */
  readonly id: number | null;
  open(versionId: number | null): void;
  leave(): void;
}

export interface PromptPanelsProps {
  readonly promptId: number;
  readonly panels: Panels;
  readonly openVersion: OpenVersion;
  /** Two versions are to be compared, or a version and the current text: null. */
  onCompare(before: number, after: number | null): void;
  onCopyLink(versionId: number): void;
}

/** Below it, two texts and a result need the whole window. */
const narrow = '(max-width: 79.99rem)';

/** Returns the open panels beside the text of a prompt, in their order. */
export function usePromptPanels(props: PromptPanelsProps): BesidePanel[] {
  const { promptId, panels, openVersion } = props;
  const [reviewed, setReviewed] = useAtom(reviewedConflictAtom);
  const use = useUse(promptId);
  const show = useShow(promptId);
  const isApart = useMediaQuery(narrow) || panels.columns === 0;

  function panelOf(id: PanelId): BesidePanel {
    const title = titleOf(id);
    const panel = (waiting: string, content: ReactNode) => ({
      ...{ id, title },
      content: (
        <Panel part={title} waiting={waiting}>
          {content}
        </Panel>
      ),
    });
    switch (id) {
      case 'review': {
        const close = () => setReviewed(null);
        const content = reviewed !== null && <ConflictPanel {...reviewed} {...{ isApart }} onClose={close} />;
        return { ...panel(t('Loading the review...'), content), isApart };
      }
      case 'variables':
        return panel(
          t('Loading variables...'),
          <VariablesBeside {...{ promptId }} versionId={openVersion.id} />,
        );
      case 'settings':
        return panel(
          t('Loading settings...'),
          <SettingsPanel promptId={promptId} versionId={openVersion.id} />,
        );
      case 'tryIt':
        return panel(
          t('Loading...'),
          <TryItBeside {...{ promptId }} versionId={openVersion.id} onClose={() => panels.tryIt?.toggle()} />,
        );
      case 'notes':
        return panel(t('Loading notes...'), <NotesPanel promptId={promptId} />);
      case 'versions':
        return panel(
          t('Loading versions...'),
          <VersionPanel
            promptId={promptId}
            activeVersionId={openVersion.id}
            onOpenVersion={openVersion.open}
            onTextChosen={panels.textChosen}
            onLeaveVersion={openVersion.leave}
            onCompare={props.onCompare}
            onCopyLink={props.onCopyLink}
            onUse={use}
            onShow={show}
          />,
        );
    }
  }

  return panels.open.map(panelOf);
}

/** Returns what opens the programs and the links that read a version. */
function useUse(promptId: number): (by: 'programs' | 'links', version: number) => void {
  const setUsedInCode = useSetAtom(useInCode.openAtom);
  const setLinks = useSetAtom(readLinks.openAtom);
  return (by, version) =>
    by === 'programs' ? setUsedInCode({ promptId, version }) : setLinks({ of: { promptId, version } });
}

/** Returns what opens the kept runs of a version beside the text, and its cases over it. */
function useShow(promptId: number): (what: 'runs' | 'cases', versionId: number) => void {
  const showRuns = useShowRuns(promptId);
  const showCases = useShowCases(promptId);
  return (what, versionId) => (what === 'runs' ? showRuns(versionId) : showCases(versionId));
}

/** Returns what opens the kept runs of a version beside the text. */
function useShowRuns(promptId: number): (versionId: number) => void {
  const setRunsOf = useSetAtom(runsOfAtom);
  const setWanted = useSetAtom(wantedPanelAtom);
  return (versionId) => {
    setRunsOf({ promptId, text: versionId });
    setWanted('tryIt');
  };
}

function titleOf(id: PanelId): string {
  switch (id) {
    case 'review':
      return t('Review');
    case 'variables':
      return t('Variables');
    case 'settings':
      return t('Settings');
    case 'tryIt':
      return t('Try it');
    case 'notes':
      return t('Notes');
    case 'versions':
      return t('Version History');
  }
}

/** Follows the text that is open, so that only the panel is drawn for another one. */
function VariablesBeside(props: { readonly promptId: number; readonly versionId: number | null }) {
  return <VariablesPanel {...props} source={useAtomValue(openTextAtom)} />;
}

/** Says below the text that is open what was found in it, and how long it is. */
export function CountsBelow(props: { readonly promptId: number; readonly versionId: number | null }) {
  const source = useAtomValue(openTextAtom);
  return (
    <>
      {source !== null && (
        <PartBoundary part={t('Findings')}>
          <Suspense fallback={null}>
            <FindingsBelow {...props} source={source} />
          </Suspense>
        </PartBoundary>
      )}
      <PartBoundary part={t('Counts')}>
        <Suspense fallback={null}>
          <ShownCounts {...props} source={source} />
        </Suspense>
      </PartBoundary>
    </>
  );
}

type PanelProps = { readonly part: string; readonly waiting: string; readonly children: ReactNode };

/** A boundary of its own: the editor beside it must not go away while this comes. */
function Panel({ part, waiting, children }: PanelProps) {
  return (
    <PartBoundary part={part}>
      <Suspense fallback={<Spinner label={waiting} />}>{children}</Suspense>
    </PartBoundary>
  );
}
