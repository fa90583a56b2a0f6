import { chakra, HStack, Span, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import { HeaderTags } from './header-tags.tsx';
import { HeaderTitle } from './header-title.tsx';
import { narrowStage } from './stage/stage-room.ts';
import { EditedSince, type EditedSinceProps } from './versions/edited-since.tsx';

const Header = chakra('header', {
  base: {
    display: 'grid',
    flex: 'none',
    gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3',
    px: '4',
    [narrowStage]: { gap: '2', px: '3' },
    // A finger's target has the room above the tools as well, so that the text begins no lower for it.
    _noFinger: { pt: '3', pb: '1', [narrowStage]: { pt: '2', pb: '0' } },
  },
});

const Versions = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    // As high as with the button that comes with the first edit: nothing moves then.
    minH: '6',
    color: 'fg.muted',
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    _finger: { minH: 'calc({sizes.target} - {spacing.1})', '& > button': { mb: '-1' } },
    // The version that it was edited since is the latest one: one of the two is enough to see.
    [narrowStage]: { '& > p:has(+ button)': { position: 'absolute', clipPath: 'inset(50%)' } },
    '& > [data-old]': {
      px: '2.5',
      py: '0.5',
      borderRadius: 'full',
      bg: 'warning.subtle',
      color: 'warning.fg',
      fontWeight: 'medium',
    },
  },
});

/** The prompt of a pane, as it was last known: it may be deleted by now. */
export type PanePrompt = {
  readonly id: number;
  readonly title: string;
  readonly projectName: string;
  readonly color: string;
};

export type EditorHeaderProps = Omit<EditedSinceProps, 'promptId'> & {
  readonly prompt: PanePrompt;
  /** The number of the newest version; undefined while there is none. */
  readonly latest: number | undefined;
  /** The number of the old version whose text is shown; null for the current text. */
  readonly viewing: number | null;
  /** Whether it is the text of an old version. */
  readonly isVersion: boolean;
  /** The prompt is gone. */
  readonly readOnly: boolean;
  /** Lists the prompts that have a tag; without it the tags are not shown. */
  readonly onTag: ((tag: string) => void) | undefined;
  /** Called once the prompt has another title. */
  readonly onRenamed: ((title: string) => void) | undefined;
};

/** Shows which prompt it is, and which of its versions. */
export function EditorHeader(props: EditorHeaderProps) {
  const { prompt, latest, viewing, isVersion, readOnly, editor, onCompare, onTag } = props;
  return (
    <Header className="editor-header">
      <HStack
        gap="2"
        minW="0"
        maxW="14rem"
        fontSize="sm"
        color="fg.muted"
        css={{ [narrowStage]: { maxW: '6rem' } }}
      >
        <ColorDot color={dotColor(prompt.color)} />
        <Span className="editor-project" truncate>
          {prompt.projectName}
        </Span>
      </HStack>
      <HStack gap="3" minW="0">
        <HeaderTitle
          key={prompt.id}
          promptId={prompt.id}
          title={prompt.title}
          readOnly={readOnly}
          onRenamed={props.onRenamed}
        />
        {onTag !== undefined && <HeaderTags promptId={prompt.id} onTag={onTag} />}
      </HStack>
      <Versions>
        <Text data-old={viewing !== null || undefined}>
          {viewing === null
            ? t('Latest Version: {version}', { version: latest ?? '1.0' })
            : t('Viewing Version {version}', { version: viewing })}
        </Text>
        {!isVersion && <EditedSince promptId={prompt.id} {...{ editor, onCompare }} />}
      </Versions>
    </Header>
  );
}
