import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { LuTags } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { doMany } from '../../data/bulk/bulk-act.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { type DoneAct, wordsOf } from '../../session/bulk-notice.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useBulkRun } from '../../session/use-bulk-run.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import { UnderWay } from '../../ui/under-way.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { TagRow } from './tag-row.tsx';
import { type TaggedPrompts, taggedPrompts } from './tagged-prompts.ts';

const rowHeight = 52;

/** Lists the tags of the whole library, and renames and removes them in all of its prompts. */
export function TagsDialog({ open, onClose }: ScreenProps<true>) {
  const library = useLibrary();
  const outline = useLive(() => outlineOf(library), [library]);
  const tags = useMemo(() => outline && taggedPrompts(outline), [outline]);
  const { underWay, stop, run } = useBulkRun();
  const start = useRef<HTMLDivElement>(null);

  function change({ tag, promptIds }: TaggedPrompts, to: string | null): void {
    const act: DoneAct = to === null ? { kind: 'removeTag', tag } : { kind: 'renameTag', from: tag, to };
    const changed = { kind: 'tags' as const, add: to === null ? [] : [to], remove: [tag] };
    void run(promptIds.length, wordsOf(act), (under) =>
      doMany(library, { ids: promptIds, act: { kind: 'change', change: changed } }, under),
    );
    // Its row goes away with the button that was pressed.
    start.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Tags of all prompts')}
      description={t('A tag that gets the name of another one is merged with it.')}
      initialFocus={start}
      footer={
        <Button variant="solid" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack ref={start} tabIndex={-1} gap="3" minW="0" outline="0">
        {underWay !== null && <UnderWay text={underWay.text} progress={underWay} onCancel={stop} />}
        {tags !== undefined && <TagList tags={tags} onChange={change} />}
      </Stack>
    </Dialog>
  );
}

type TagListProps = {
  readonly tags: readonly TaggedPrompts[];
  /** `to`: null removes the tag. */
  onChange(tag: TaggedPrompts, to: string | null): void;
};

function TagList({ tags, onChange }: TagListProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const height = useCallback(() => rowHeight, []);
  const rowKey = useCallback((row: number) => tags[row]?.tag ?? row, [tags]);
  if (tags.length === 0) {
    return (
      <EmptyState compact icon={<LuTags />} title={t('No prompt has a tag yet')}>
        {t('Tags stand in the header of a prompt. Add one there, and find the prompt by it.')}
      </EmptyState>
    );
  }
  return (
    <>
      <Text textStyle="sm" color="fg.muted">
        {t('{count, plural, one {# tag} other {# tags}}', { count: tags.length })}
      </Text>
      <Box
        borderWidth="1px"
        borderRadius="md"
        overflow="hidden"
        style={{ height: `min(${tags.length * rowHeight + 2}px, 50vh)` }}
      >
        <VirtualList
          count={tags.length}
          label={t('Tags')}
          rowHeight={height}
          rowKey={rowKey}
          renderRow={(row) => {
            const each = tags[row];
            return (
              each && (
                <TagRow
                  tag={each.tag}
                  count={each.promptIds.length}
                  isEdited={edited === each.tag}
                  onEdit={setEdited}
                  onChange={(to) => onChange(each, to)}
                />
              )
            );
          }}
        />
      </Box>
    </>
  );
}
