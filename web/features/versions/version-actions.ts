import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';
import { restoreVersion } from '../../data/commit/restore-version.ts';
import type { Library } from '../../data/database/library.ts';
import { versionTextOf } from '../../data/queries/version-items.ts';
import { undoDeletion } from '../../session/undo-deletion.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

/** The actions on versions. `promptId` is null where the prompt was closed before the person confirmed. */
export type VersionActions = {
  /** Whether the version's text is there to be shown. */
  open(versionId: number): Promise<boolean>;
  restore(versionId: number): Promise<boolean>;
  remove(versionId: number): Promise<boolean>;
  removeAll(versionIds: readonly number[]): Promise<boolean>;
};

export const cannotDeleteAll = (): ToastRequest => ({
  title: t('Cannot delete all versions'),
  description: messages.cannotDeleteAllVersions,
  kind: 'destructive',
});

const failed = (title: string, description: string): ToastRequest => ({
  title,
  description,
  kind: 'destructive',
});

const versionDeleted = (): ToastRequest => ({
  title: t('Version deleted'),
  description: t('The selected version has been deleted.'),
});

const versionsDeleted = (count: number): ToastRequest => ({
  title: t('Versions deleted'),
  description: t('Successfully deleted {count, number} version(s).', { count }),
});

export function versionActions(
  library: Library,
  promptId: number | null,
  notify: (toast: ToastRequest) => void,
): VersionActions {
  /** Returns whether it is done; a toast reports it either way. */
  async function attempt(
    task: (promptId: number) => Promise<CommitOutcome>,
    toasts: { done: ToastRequest; failed: string },
  ): Promise<boolean> {
    if (promptId === null) {
      notify(failed(t('Internal error'), t('No prompt selected')));
      return false;
    }
    try {
      const outcome = await task(promptId);
      if (outcome.ok) notify(toasts.done);
      else if (outcome.code === 'last_version') notify(cannotDeleteAll());
      else notify(failed(toasts.failed, refusalMessages[outcome.code]));
      return outcome.ok;
    } catch {
      notify(failed(toasts.failed, messages.changeNotWritten));
      return false;
    }
  }

  const undo = (ids: readonly number[]) =>
    undoDeletion(
      library,
      ids.map((id) => `version:${id}`),
      notify,
    );

  return {
    async open(versionId) {
      const text = await versionTextOf(library, versionId).catch(() => undefined);
      if (text !== undefined) return true;
      notify(failed(t('Error loading version'), t('Could not load version content. Please try again.')));
      return false;
    },
    restore: (versionId) =>
      attempt((id) => restoreVersion(library, { promptId: id, versionId }), {
        done: {
          title: t('Version restored'),
          description: t('The prompt has been updated to the selected version.'),
        },
        failed: t('Failed to restore version'),
      }),
    remove: (versionId) =>
      attempt((id) => commit(library, 'deleteVersion', { promptId: id, id: versionId }), {
        done: { ...versionDeleted(), ...undo([versionId]) },
        failed: t('Failed to delete version'),
      }),
    removeAll: (versionIds) =>
      attempt((id) => commit(library, 'deleteVersions', { promptId: id, versionIds: [...versionIds] }), {
        done: { ...versionsDeleted(versionIds.length), ...undo(versionIds) },
        failed: t('Failed to delete versions'),
      }),
  };
}
