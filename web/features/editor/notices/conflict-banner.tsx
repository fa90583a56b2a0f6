import { Button } from '@chakra-ui/react';
import { LuGitCompare } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { VersionItem } from '../../../data/queries/version-items.ts';
import type { PanelSwitch } from '../stage/pane-panels.ts';
import { PaneNotice } from './pane-notice.tsx';

export type ConflictBannerProps = {
  /** The versions whose conflict nobody has reviewed, newest first. */
  readonly unreviewed: readonly VersionItem[];
  /** The panel of the versions; null: nobody shows one. */
  readonly versions: PanelSwitch | null;
  /** Its review is open beside the text. */
  readonly isReviewing: boolean;
  /** Undefined: it cannot be reviewed here. */
  onReview: ((version: VersionItem) => void) | undefined;
};

/** Shows where the text is that a conflict left out of this one. True on every device, whichever wrote it. */
export function ConflictBanner(props: ConflictBannerProps) {
  const { unreviewed, versions, isReviewing, onReview } = props;
  const [newest, ...older] = unreviewed;
  if (newest === undefined) return null;
  return (
    <PaneNotice
      role="complementary"
      aria-label={t('Conflicting edit')}
      status="warning"
      icon={<LuGitCompare />}
      actions={
        !isReviewing && (
          <>
            {onReview !== undefined && (
              <Button size="sm" variant="solid" colorPalette="accent" onClick={() => onReview(newest)}>
                {t('Review')}
              </Button>
            )}
            {versions?.isShown === false && (
              <Button size="sm" onClick={versions.toggle}>
                {t('Show Version History')}
              </Button>
            )}
          </>
        )
      }
    >
      {isReviewing
        ? t('The same words were edited in two places. Both texts are in the review.')
        : t(
            'The same words were edited in two places. One text is current; the other one is kept in full as Version {version}, “{description}”{more, plural, =0 {} other {, and # more}}.',
            {
              version: newest.version,
              description: isolatedName(newest.description),
              more: older.length,
            },
          )}
    </PaneNotice>
  );
}
