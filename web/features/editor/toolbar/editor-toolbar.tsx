import { Button } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { memo, type ReactNode, Suspense } from 'react';
import {
  LuBold,
  LuBraces,
  LuCode,
  LuCopy,
  LuEye,
  LuHistory,
  LuItalic,
  LuList,
  LuMaximize2,
  LuMinimize2,
  LuNotebookPen,
  LuPencil,
  LuRedo2,
  LuSave,
  LuSearch,
  LuUndo2,
  LuVariable,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { TextFormat } from '#shared/text/toggle-format.ts';
import { lazyPart } from '../../../ui/load-again.ts';
import { useStableAct } from '../../../ui/use-stable-act.ts';
import { fullscreenAtom } from '../reading-atoms.ts';
import { Tool, ToolbarFrame, ToolGroup } from './toolbar-frame.tsx';
import { lastToolByRoom } from './toolbar-styles.ts';

// With the rendered view, which is loaded then too.
const ReadingTools = lazyPart(async () => (await import('./reading-tools.tsx')).ReadingTools);

export type EditorToolbarProps = {
  /** No text is open: nothing can be done to one. */
  readonly disabled: boolean;
  /** The text can be taken along and not changed: its prompt is gone. */
  readonly readOnly: boolean;
  readonly saving: boolean;
  /** The text is shown as rendered Markdown. */
  readonly viewing: boolean;
  setViewing(viewing: boolean): void;
  /** Whether this is the text of an old version. */
  readonly isVersion: boolean;
  /** The number of that version; null for the current text, and until it is read. */
  readonly version: number | null;
  /** Null where there is no version to show. */
  readonly versionsShown: boolean | null;
  /** Null where nobody shows notes. */
  readonly notesShown: boolean | null;
  /** Null where nobody shows variables. */
  readonly variablesShown: boolean | null;
  /** The menu of the messages of a chat. */
  readonly messages: ReactNode;
  onFormat(format: TextFormat): void;
  onStep(direction: 'undo' | 'redo'): void;
  onCopy(): void;
  /** The find bar is there. */
  readonly finding: boolean;
  onFind(): void;
  onToggleVariables(): void;
  onToggleNotes(): void;
  onToggleVersions(): void;
  onSaveVersion(): void;
};

const formats = (): readonly {
  format: TextFormat;
  label: string;
  keys?: readonly string[];
  icon: ReactNode;
  rest: 1 | 2 | 3;
}[] => [
  { format: 'bold', label: t('Bold'), keys: ['Ctrl+B'], icon: <LuBold />, rest: 2 },
  { format: 'italic', label: t('Italic'), keys: ['Ctrl+I'], icon: <LuItalic />, rest: 2 },
  { format: 'list', label: t('List'), icon: <LuList />, rest: 1 },
  { format: 'code', label: t('Code Block'), keys: ['Ctrl+E'], icon: <LuCode />, rest: 1 },
  { format: 'variable', label: t('Variable'), icon: <LuBraces />, rest: 3 },
];

const undoKeys = ['Ctrl+Z'];
const findKeys = ['Ctrl+F'];
const redoKeys = ['Ctrl+Y', 'Ctrl+Shift+Z'];

export function EditorToolbar(props: EditorToolbarProps) {
  const { disabled, readOnly, saving, isVersion, version, viewing } = props;
  const onFormat = useStableAct(props.onFormat);
  const onStep = useStableAct(props.onStep);
  const onCopy = useStableAct(props.onCopy);
  const onFind = useStableAct(props.onFind);
  const onToggleVariables = useStableAct(props.onToggleVariables);
  const onToggleNotes = useStableAct(props.onToggleNotes);
  const onToggleVersions = useStableAct(props.onToggleVersions);
  const onSaveVersion = useStableAct(props.onSaveVersion);
  const setViewing = useStableAct(props.setViewing);
  const isLocked = disabled || readOnly;
  return (
    <ToolbarFrame
      label={t('Formatting and versions')}
      end={<SaveTool {...{ saving, isVersion, version, onSaveVersion }} disabled={isLocked} />}
    >
      {viewing ? (
        <Suspense fallback={null}>
          <ReadingTools disabled={disabled} />
        </Suspense>
      ) : (
        <WritingTools disabled={isLocked} onFormat={onFormat} onStep={onStep} />
      )}
      <TextTools {...{ disabled, viewing, setViewing, onCopy, onFind }} finding={props.finding} />
      {props.messages}
      <PanelTools
        {...{ onToggleVariables, onToggleNotes, onToggleVersions }}
        variablesShown={props.variablesShown}
        notesShown={props.notesShown}
        versionsShown={props.versionsShown}
      />
    </ToolbarFrame>
  );
}

// Each group is drawn only when it changes: its buttons take most of the time of going to another prompt.

const WritingTools = memo(function WritingTools({
  disabled,
  onFormat,
  onStep,
}: Pick<EditorToolbarProps, 'disabled' | 'onFormat' | 'onStep'>) {
  return (
    <>
      <ToolGroup>
        {formats().map(({ format, ...tool }) => (
          <Tool key={format} {...tool} disabled={disabled} onClick={() => onFormat(format)} />
        ))}
      </ToolGroup>
      <ToolGroup>
        <Tool
          label={t('Undo')}
          keys={undoKeys}
          icon={<LuUndo2 />}
          disabled={disabled}
          onClick={() => onStep('undo')}
        />
        <Tool
          label={t('Redo')}
          keys={redoKeys}
          icon={<LuRedo2 />}
          disabled={disabled}
          onClick={() => onStep('redo')}
        />
      </ToolGroup>
    </>
  );
});

type TextToolsProps = Pick<
  EditorToolbarProps,
  'disabled' | 'onCopy' | 'viewing' | 'setViewing' | 'finding' | 'onFind'
>;

const TextTools = memo(function TextTools(props: TextToolsProps) {
  const { disabled, viewing, setViewing, onCopy, finding, onFind } = props;
  return (
    <ToolGroup>
      <Tool
        label={viewing ? t('Switch to Edit mode') : t('Switch to View mode')}
        icon={viewing ? <LuPencil /> : <LuEye />}
        onClick={() => setViewing(!viewing)}
      />
      <Tool
        label={t('Find in the text')}
        keys={findKeys}
        icon={<LuSearch />}
        rest={1}
        disabled={disabled}
        aria-expanded={finding}
        onClick={onFind}
      />
      <Tool label={t('Copy to Clipboard')} icon={<LuCopy />} rest={1} disabled={disabled} onClick={onCopy} />
    </ToolGroup>
  );
});

type PanelToolsProps = Pick<
  EditorToolbarProps,
  | 'variablesShown'
  | 'notesShown'
  | 'versionsShown'
  | 'onToggleVariables'
  | 'onToggleNotes'
  | 'onToggleVersions'
>;

const PanelTools = memo(function PanelTools(props: PanelToolsProps) {
  const { variablesShown, notesShown, versionsShown } = props;
  const { onToggleVariables, onToggleNotes, onToggleVersions } = props;
  const [fullscreen, setFullscreen] = useAtom(fullscreenAtom);
  return (
    <ToolGroup>
      {variablesShown !== null && (
        <Tool
          label={variablesShown ? t('Hide Variables') : t('Show Variables')}
          icon={<LuVariable />}
          rest={2}
          aria-expanded={variablesShown}
          onClick={onToggleVariables}
        />
      )}
      {notesShown !== null && (
        <Tool
          label={notesShown ? t('Hide Notes') : t('Show Notes')}
          icon={<LuNotebookPen />}
          rest={3}
          aria-expanded={notesShown}
          onClick={onToggleNotes}
        />
      )}
      {versionsShown !== null && (
        <Tool
          label={versionsShown ? t('Hide Version History') : t('Show Version History')}
          icon={<LuHistory />}
          aria-expanded={versionsShown}
          onClick={onToggleVersions}
        />
      )}
      <Tool
        className="editor-tool-fullscreen"
        label={t('Fullscreen')}
        hint={fullscreen ? t('Exit Fullscreen (Esc)') : t('Fullscreen')}
        rest={1}
        icon={fullscreen ? <LuMinimize2 /> : <LuMaximize2 />}
        aria-pressed={fullscreen}
        onClick={() => setFullscreen(!fullscreen)}
      />
    </ToolGroup>
  );
});

type SaveToolProps = Pick<
  EditorToolbarProps,
  'saving' | 'disabled' | 'isVersion' | 'version' | 'onSaveVersion'
>;

const SaveTool = memo(function SaveTool(props: SaveToolProps) {
  const { saving, disabled, isVersion, version, onSaveVersion } = props;
  return (
    <Button
      css={lastToolByRoom}
      variant="solid"
      size="sm"
      loading={saving}
      loadingText={t('Saving...')}
      disabled={disabled}
      onClick={onSaveVersion}
    >
      <LuSave />
      {isVersion ? t('Update Version {version}', { version: version ?? '' }) : t('Save New Version')}
    </Button>
  );
});
