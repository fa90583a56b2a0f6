import { Box, Button, chakra, Flex, Heading, Text, Textarea } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { LuMaximize2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { conflictOrigin } from '#shared/text/conflict-description.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionTextOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { CompareView } from '../../ui/compare/compare-view.tsx';
import { FullDialog } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/field/field.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { ChangeHunks } from './change-hunks.tsx';
import { keptLabel } from './kept-label.ts';
import { useReview } from './use-review.ts';

export interface ConflictPanelProps {
  readonly promptId: number;
  /** The version that keeps the text which is not current. */
  readonly versionId: number;
  readonly description: string;
  /** It has the whole window, and no place beside the editor. */
  readonly isApart: boolean;
  onClose(): void;
}

/**
 * The two texts of a conflict, difference by difference, beside the editor, which goes on working: nothing is
 * blocked, and both texts stay in the history whatever is chosen. Neither is called anybody's own: whoever looks
 * may have written the current one, the kept one, or neither.
 */
export function ConflictPanel(props: ConflictPanelProps) {
  const library = useLibrary();
  const { promptId, versionId } = props;
  const current = useLive(async () => (await promptOf(library, promptId))?.content, [library, promptId]);
  const kept = useLive(() => versionTextOf(library, versionId), [library, versionId]);
  if (current === undefined || kept === undefined) return null;
  return <Review key={versionId} {...props} current={current} kept={kept} />;
}

function Review(props: ConflictPanelProps & { readonly current: string; readonly kept: string }) {
  const { description, isApart, onClose } = props;
  const titleId = useId();
  const [isLarge, setIsLarge] = useState(false);
  const isFull = isApart || isLarge;
  const leave = isApart ? onClose : () => setIsLarge(false);
  const review = useReview({ ...props, library: useLibrary(), notify: useNotify() });
  const keptName = keptLabel(conflictOrigin(description));
  const body = <ReviewBody {...{ review, keptName, onClose }} current={props.current} kept={props.kept} />;
  const hint = t(
    'The other text is in the version history as “{description}”. Choose a text for each difference, or write the result yourself. Both texts stay in the history.',
    { description: isolatedName(description) },
  );
  return (
    <chakra.section css={panelCss} aria-labelledby={titleId}>
      <Flex as="header" align="center" justify="space-between">
        <Heading as="h2" size="sm" id={titleId}>
          {t('Review the conflict')}
        </Heading>
        <IconButton
          label={t('Review in the whole window')}
          icon={<LuMaximize2 />}
          size="sm"
          onClick={() => setIsLarge(true)}
        />
      </Flex>
      <Hint>{hint}</Hint>
      {!isFull && body}
      <FullDialog open={isFull} onClose={leave} title={t('Review the conflict')}>
        <Flex direction="column" flex="1" gap="2" minW="0" minH="0" pt="2" px="4" pb="4" textStyle="sm">
          <Hint>{hint}</Hint>
          {isFull && body}
        </Flex>
      </FullDialog>
    </chakra.section>
  );
}

const panelCss = {
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  gap: '2',
  minH: '0',
  overflowY: 'auto',
  p: '3',
  borderStartWidth: '1px',
  bg: 'bg.subtle',
  textStyle: 'sm',
} as const;

function Hint({ children }: { readonly children: ReactNode }) {
  return <Text color="fg.muted">{children}</Text>;
}

type ReviewBodyProps = Pick<ConflictPanelProps, 'onClose'> & {
  readonly review: ReturnType<typeof useReview>;
  readonly current: string;
  readonly kept: string;
  readonly keptName: string;
};

/** Both texts with a choice for each difference, the result, and what to do with it. */
function ReviewBody({ review, current, kept, keptName, onClose }: ReviewBodyProps) {
  const { hunks } = review;
  return (
    <>
      {current === kept ? (
        <Hint>{t('The two texts say the same by now.')}</Hint>
      ) : (
        <Box
          data-comparison
          display="flex"
          flex="1 1 18rem"
          minH="14rem"
          borderWidth="1px"
          borderRadius="md"
          bg="bg"
          overflow="hidden"
        >
          <CompareView
            before={{ name: t('Current text'), text: current }}
            after={{ name: keptName, text: kept }}
            renderChange={(change) =>
              hunks !== null && <ChangeHunks {...{ hunks, change, keptName, review }} />
            }
          />
        </Box>
      )}
      <Result review={review} />
      <Flex wrap="wrap" justify="flex-end" gap="2" position="sticky" bottom="0" bg="inherit">
        <Button size="sm" onClick={onClose}>
          {t('Later')}
        </Button>
        <Button size="sm" onClick={review.keepCurrent}>
          {t('Keep current text')}
        </Button>
        <Button size="sm" variant="solid" disabled={!review.canUseResult} onClick={review.useResult}>
          {t('Use the result')}
        </Button>
      </Flex>
    </>
  );
}

const resultLook = {
  direction: 'ltr',
  unicodeBidi: 'plaintext',
  fontFamily: 'mono',
  fontVariantLigatures: 'none',
} as const;

/** A longer text holds up the page in a field, at each choice. */
const mostInField = 50_000;

function Result({ review: { result, edit } }: Pick<ReviewBodyProps, 'review'>) {
  if (result.length > mostInField) {
    return (
      <Hint>{t('The result is too long for a field here. It can be changed in the editor afterwards.')}</Hint>
    );
  }
  return (
    <Field label={t('Result')}>
      <Textarea
        {...resultLook}
        value={result}
        rows={6}
        spellCheck={false}
        onChange={(event) => edit(event.target.value)}
      />
    </Field>
  );
}
