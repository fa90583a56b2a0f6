import { LuGitCompare } from 'react-icons/lu';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { Button } from '../../ui/button.tsx';

export type ConflictBannerProps = {
  /** The versions whose conflict nobody has reviewed, newest first. */
  readonly unreviewed: readonly VersionItem[];
  readonly versionsShown: boolean;
  onToggleVersions(): void;
  /** Undefined: it cannot be reviewed here. */
  onReview: ((version: VersionItem) => void) | undefined;
};

/** Shows where the text is that a conflict left out of this one. True on every device, whichever wrote it. */
export function ConflictBanner(props: ConflictBannerProps) {
  const { unreviewed, versionsShown, onToggleVersions, onReview } = props;
  const [newest, ...older] = unreviewed;
  if (newest === undefined) return null;
  return (
    <aside className="editor-conflict" aria-label="Conflicting edit">
      <LuGitCompare aria-hidden />
      <p className="editor-notice-words">
        The same words were edited in two places. One text is current; the other one is kept in full as
        Version {newest.version}, “{isolatedName(newest.description)}”
        {older.length > 0 && `, and ${older.length} more`}.
      </p>
      {onReview !== undefined && (
        <Button size="sm" tone="primary" onClick={() => onReview(newest)}>
          Review
        </Button>
      )}
      {!versionsShown && (
        <Button size="sm" onClick={onToggleVersions}>
          Show Version History
        </Button>
      )}
    </aside>
  );
}
