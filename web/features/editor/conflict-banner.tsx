import { LuGitCompare } from 'react-icons/lu';
import type { VersionItem } from '../../data/version-items.ts';
import { Button } from '../../ui/button.tsx';

export type ConflictBannerProps = {
  readonly versions: readonly VersionItem[];
  readonly versionsShown: boolean;
  onToggleVersions(): void;
};

/** Somebody else's words are not in this text: where they are. */
export function ConflictBanner({ versions, versionsShown, onToggleVersions }: ConflictBannerProps) {
  const [newest, ...older] = versions.filter(({ conflict }) => conflict === 'unreviewed');
  if (newest === undefined) return null;
  return (
    <aside className="editor-conflict" aria-label="Conflicting edit">
      <LuGitCompare aria-hidden />
      <p className="editor-notice-words">
        The same words were also edited elsewhere. Your text stands; the other one is kept in full as Version{' '}
        {newest.version}
        {older.length > 0 && `, and ${older.length} more`}.
      </p>
      {!versionsShown && (
        <Button size="sm" onClick={onToggleVersions}>
          Show Version History
        </Button>
      )}
    </aside>
  );
}
