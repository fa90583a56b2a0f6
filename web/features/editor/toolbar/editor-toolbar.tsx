import { Button } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
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
  LuNotebookPen,
  LuPencil,
  LuPlay,
  LuRedo2,
  LuSave,
  LuSearch,
  LuSlidersHorizontal,
  LuUndo2,
  LuVariable,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { TextFormat } from '#shared/text/toggle-format.ts';
import { useStableAct, useStableActs } from '../../../ui/hooks/use-stable-act.ts';
import { lazyPart } from '../../../ui/load-again.ts';
import type { ViewMode } from '../open-editors/view-modes.ts';
import { fullscreenAtom } from '../reading-atoms.ts';
import type { PanePanels } from '../stage/pane-panels.ts';
import { keyHints, Tool, ToolbarFrame, ToolGroup } from './toolbar-frame.tsx';
import { lastToolByRoom } from './toolbar-styles.ts';

// With the rendered view, which is loaded then too.
const ReadingTools = lazyPart(async () => (await import('./reading-tools.tsx')).ReadingTools);

export type EditorToolbarProps = {
  /** No text is open: nothing can be done to one. */
  readonly disabled: boolean;
  /** The text can be taken along and not changed: its prompt is gone. */
  readonly readOnly: boolean;
  readonly saving: boolean;
  readonly view: ViewMode;
  /** Whether this is the text of an old version. */
  readonly isVersion: boolean;
  /** The number of that version; null for the current text, and until it is read. */
  readonly version: number | null;
  readonly panels: Pick<PanePanels, 'variables' | 'settings' | 'tryIt' | 'notes' | 'versions'>;
  /** The menu of the messages of a chat. */
  readonly messages: ReactNode;
  /** The find bar is there. */
  readonly finding: boolean;
  readonly acts: TextActs;
};

/** Acts of the tools on the text. */
type TextActs = {
  format(format: TextFormat): void;
  step(direction: 'undo' | 'redo'): void;
  copy(): void;
  find(): void;
  saveVersion(): void;
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
const saveKeys = ['Ctrl+Shift+S'];

export function EditorToolbar(props: EditorToolbarProps) {
  const { disabled, readOnly, saving, isVersion, version, finding, view, panels } = props;
  const { viewing } = view;
  const { variables, settings, tryIt, notes, versions } = panels;
  const acts = useStableActs(props.acts);
  const setViewing = useStableAct(view.setViewing);
  const toggles = useStableActs({
    onToggleVariables: () => variables?.toggle(),
    onToggleSettings: () => settings?.toggle(),
    onToggleTryIt: () => tryIt?.toggle(),
    onToggleNotes: () => notes?.toggle(),
    onToggleVersions: () => versions?.toggle(),
  });
  const isLocked = disabled || readOnly;
  return (
    <ToolbarFrame
      label={t('Formatting and versions')}
      end={<SaveTool {...{ saving, isVersion, version }} disabled={isLocked} onSave={acts.saveVersion} />}
    >
      {viewing ? (
        <Suspense fallback={null}>
          <ReadingTools disabled={disabled} />
        </Suspense>
      ) : (
        <WritingTools disabled={isLocked} onFormat={acts.format} onStep={acts.step} />
      )}
      <TextTools {...{ disabled, viewing, setViewing, finding }} onCopy={acts.copy} onFind={acts.find} />
      {props.messages}
      <PanelTools
        {...toggles}
        variablesShown={variables?.isShown}
        settingsShown={settings?.isShown}
        tryItShown={tryIt?.isShown}
        notesShown={notes?.isShown}
        versionsShown={versions?.isShown}
      />
    </ToolbarFrame>
  );
}

// Each group is drawn only when it changes: its buttons take most of the time of going to another prompt.

type WritingToolsProps = {
  readonly disabled: boolean;
  readonly onFormat: TextActs['format'];
  readonly onStep: TextActs['step'];
};

const WritingTools = memo(function WritingTools({ disabled, onFormat, onStep }: WritingToolsProps) {
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

type TextToolsProps = Pick<EditorToolbarProps, 'disabled' | 'finding'> &
  ViewMode & { onCopy(): void; onFind(): void };

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

/** Whether each panel is shown; undefined for one that nobody shows. */
type PanelToolsProps = {
  readonly variablesShown: boolean | undefined;
  readonly settingsShown: boolean | undefined;
  readonly tryItShown: boolean | undefined;
  readonly notesShown: boolean | undefined;
  readonly versionsShown: boolean | undefined;
  onToggleVariables(): void;
  onToggleSettings(): void;
  onToggleTryIt(): void;
  onToggleNotes(): void;
  onToggleVersions(): void;
};

const PanelTools = memo(function PanelTools(props: PanelToolsProps) {
  const { variablesShown, settingsShown, tryItShown, notesShown, versionsShown } = props;
  const { onToggleVariables, onToggleSettings, onToggleTryIt, onToggleNotes, onToggleVersions } = props;
  const setFullscreen = useSetAtom(fullscreenAtom);
  return (
    <ToolGroup>
      {variablesShown !== undefined && (
        <Tool
          label={variablesShown ? t('Hide Variables') : t('Show Variables')}
          icon={<LuVariable />}
          rest={2}
          aria-expanded={variablesShown}
          onClick={onToggleVariables}
        />
      )}
      {settingsShown !== undefined && (
        <Tool
          label={settingsShown ? t('Hide Settings') : t('Show Settings')}
          icon={<LuSlidersHorizontal />}
          rest={2}
          aria-expanded={settingsShown}
          onClick={onToggleSettings}
        />
      )}
      {tryItShown !== undefined && (
        <Tool
          label={tryItShown ? t('Hide Try it') : t('Try it')}
          icon={<LuPlay />}
          rest={3}
          aria-expanded={tryItShown}
          onClick={onToggleTryIt}
        />
      )}
      {notesShown !== undefined && (
        <Tool
          label={notesShown ? t('Hide Notes') : t('Show Notes')}
          icon={<LuNotebookPen />}
          rest={3}
          aria-expanded={notesShown}
          onClick={onToggleNotes}
        />
      )}
      {versionsShown !== undefined && (
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
        rest={1}
        icon={<LuMaximize2 />}
        onClick={() => setFullscreen(true)}
      />
    </ToolGroup>
  );
});

type SaveToolProps = Pick<EditorToolbarProps, 'saving' | 'disabled' | 'isVersion' | 'version'> & {
  onSave(): void;
};

const SaveTool = memo(function SaveTool(props: SaveToolProps) {
  const { saving, disabled, isVersion, version, onSave } = props;
  const label = isVersion ? t('Update Version {version}', { version: version ?? '' }) : t('Save New Version');
  return (
    <Button
      {...keyHints(label, saveKeys)}
      css={lastToolByRoom}
      variant="solid"
      size="sm"
      loading={saving}
      loadingText={t('Saving...')}
      disabled={disabled}
      onClick={onSave}
    >
      <LuSave />
      <span className="editor-save-short" aria-hidden="true">
        {t('Save')}
      </span>
      <span className="editor-save-long">{label}</span>
    </Button>
  );
});
