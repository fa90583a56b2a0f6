import { useEffect, useId, useState } from 'react';
import { LuGitCompare, LuRotateCcw, LuTrash2 } from 'react-icons/lu';
import { problemMessages } from '#shared/model/messages.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { type CommitOutcome, commit } from '../../data/commit.ts';
import type { Library } from '../../data/library.ts';
import { restoreVersion } from '../../data/restore-version.ts';
import { type VersionItem, versionItemsOf } from '../../data/version-items.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import './version-panel.css';

export type VersionPanelProps = {
  readonly library: Library;
  readonly promptId: number;
  notify(toast: ToastRequest): void;
};

/** A prompt's history: the current text, and under it every version that was saved, newest first. */
export function VersionPanel({ library, promptId, notify }: VersionPanelProps) {
  const heading = useId();
  const versions = useLive(() => versionItemsOf(library, promptId), [library, promptId]);
  const now = useMinute();
  const [doomed, setDoomed] = useState<VersionItem | null>(null);
  const [busy, setBusy] = useState(false);

  async function run(task: () => Promise<CommitOutcome>, toasts: Toasts): Promise<void> {
    setBusy(true);
    notify(await outcomeOf(task, toasts));
    setBusy(false);
  }

  return (
    <aside className="version-panel" aria-labelledby={heading}>
      <h2 id={heading} className="version-panel-title">
        Version History
      </h2>
      <ol className="version-list" aria-busy={versions === undefined}>
        <li className="version-row" aria-current="true">
          <span className="version-name">Current Version</span>
          <span className="version-words">What you are editing</span>
        </li>
        {versions?.map((version, index) => (
          <VersionRow
            key={version.id}
            version={version}
            isNewest={index === 0}
            now={now}
            busy={busy}
            onRestore={() =>
              void run(() => restoreVersion(library, { promptId, versionId: version.id }), restoring)
            }
            onDelete={() => setDoomed(version)}
          />
        ))}
      </ol>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) {
            void run(() => commit(library, 'deleteVersion', { promptId, id: doomed.id }), deleting);
          }
          setDoomed(null);
        }}
        title="Delete Version"
        question={`Are you sure you want to delete version ${doomed?.version ?? ''}? This action cannot be undone.`}
      />
    </aside>
  );
}

type VersionRowProps = {
  readonly version: VersionItem;
  readonly isNewest: boolean;
  readonly now: number;
  readonly busy: boolean;
  onRestore(): void;
  onDelete(): void;
};

function VersionRow({ version, isNewest, now, busy, onRestore, onDelete }: VersionRowProps) {
  const number = version.version;
  return (
    <li className="version-row">
      <p className="version-name">
        Version {number}
        {isNewest && <span className="version-mark">Latest</span>}
        {version.edited && <span className="version-mark">edited</span>}
        {version.conflict === 'unreviewed' && (
          <span className="version-mark version-conflict">
            <LuGitCompare aria-hidden /> Conflict
          </span>
        )}
      </p>
      <p className="version-words">{version.description}</p>
      <time className="version-time" dateTime={version.createdAt} title={fullDate(version.createdAt, {})}>
        {relativeTime(version.createdAt, { now })}
      </time>
      <div className="version-actions">
        <IconButton
          label={`Restore version ${number}`}
          icon={<LuRotateCcw />}
          size="sm"
          disabled={busy}
          onClick={onRestore}
        />
        <IconButton
          label={`Delete version ${number}`}
          icon={<LuTrash2 />}
          size="sm"
          disabled={busy}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

type Toasts = { done: ToastRequest; failed: string };

const restoring: Toasts = {
  done: {
    title: 'Version restored',
    description: 'The prompt has been updated to the selected version.',
  },
  failed: 'Failed to restore version',
};

const deleting: Toasts = {
  done: { title: 'Version deleted', description: 'The selected version has been deleted.' },
  failed: 'Failed to delete version',
};

async function outcomeOf(task: () => Promise<CommitOutcome>, toasts: Toasts): Promise<ToastRequest> {
  const failed = (description: string): ToastRequest => ({
    title: toasts.failed,
    description,
    kind: 'destructive',
  });
  try {
    const outcome = await task();
    return outcome.ok ? toasts.done : failed(problemMessages[outcome.code]);
  } catch {
    return failed('The browser could not write to this device. Nothing was changed.');
  }
}

/** The time, anew once a minute, so that ages on the screen stay true. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
