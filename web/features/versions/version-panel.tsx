import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { daysInBin } from '../../data/bin/clear-bin.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { SidePanel } from '../../ui/panel/side-panel.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Doomed, doomedIds, useVersionPanel, type VersionHistory } from './use-version-panel.ts';
import { VersionList } from './version-list.tsx';
import { existing, nothingSelected } from './version-selection.ts';

export interface VersionPanelProps extends VersionHistory {
  /** The old version that is open in the editor; null, the default: the current text. */
  readonly activeVersionId?: number | null;
  /** The time in milliseconds, for tests. */
  now?(): number;
}

/** A prompt's history: the current text, and under it every version that was saved, newest first. */
export function VersionPanel(props: VersionPanelProps) {
  const list = useRef<HTMLOListElement>(null);
  const now = useNow(props.now ?? Date.now);
  const panel = useVersionPanel(props);
  const { ids, selection, setSelection, doomed } = panel;
  return (
    <SidePanel
      className="version-panel"
      title={t('Version History')}
      end={
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={selection !== null}
          onClick={() => setSelection(selection === null ? nothingSelected : null)}
        >
          {selection === null ? t('Select') : t('Done')}
        </Button>
      }
    >
      {selection !== null && (
        <SelectionBar
          count={existing(selection, ids).length}
          onAll={() => setSelection(new Set(ids))}
          onNone={() => setSelection(nothingSelected)}
          onCompare={() => panel.compareSelected(selection)}
          onDelete={() => panel.askToDeleteSelected(selection)}
        />
      )}
      <VersionList ref={list} panel={panel} now={now} activeVersionId={props.activeVersionId ?? null} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={panel.stopAsking}
        onConfirm={panel.deleteDoomed}
        title={doomed?.kind === 'several' ? t('Delete Versions') : t('Delete Version')}
        question={questionOf(doomed)}
        finalFocus={() => list.current?.querySelector('button') ?? null}
      >
        {doomed?.kind === 'several' && doomed.labelled.length > 0 && (
          <Checkbox checked={!doomed.sparesLabelled} onChange={(checked) => panel.spareLabelled(!checked)}>
            {t('Delete {count, plural, one {the version} other {the # versions}} with a label too', {
              count: doomed.labelled.length,
            })}
          </Checkbox>
        )}
      </ConfirmDialog>
      <LabelledVersion {...{ panel, now }} promptId={props.promptId} onShow={props.onShow} />
    </SidePanel>
  );
}

type LabelledVersionProps = Pick<VersionHistory, 'promptId' | 'onShow'> & {
  readonly panel: ReturnType<typeof useVersionPanel>;
  readonly now: number;
};

/** The dialog stays drawn while it closes. */
function LabelledVersion({ panel, now, promptId, onShow }: LabelledVersionProps) {
  const { shown, opening } = useKeptRequest(panel.labels.labelled);
  if (shown === null || promptId === null) return null;
  return (
    <LabelsDialog
      key={opening}
      promptId={promptId}
      onShowCases={onShow && ((versionId) => onShow('cases', versionId))}
      version={shown}
      labels={panel.labels}
      now={now}
      open={panel.labels.labelled !== null}
      onClose={() => panel.labels.askForLabels(null)}
    />
  );
}

function questionOf(doomed: Doomed | null): string {
  if (doomed?.kind !== 'several') {
    return t('Are you sure you want to delete version {version}? A copy stays in the Bin for {days} days.', {
      version: doomed?.version.version ?? '',
      days: daysInBin,
    });
  }
  if (doomedIds(doomed).length === 0)
    return t('Each selected version has a label, so none of them is deleted.');
  return t(
    'Are you sure you want to delete {count, plural, one {# version} other {# versions}}? A copy stays in the Bin for {days} days.',
    { count: doomedIds(doomed).length, days: daysInBin },
  );
}

/** Returns the time, updated twice a minute, so that ages on the screen stay true. */
function useNow(read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 30_000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
