import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
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
  LuUndo2,
} from 'react-icons/lu';
import type { TextFormat } from '#shared/text/toggle-format.ts';
import { Button } from '../../ui/button.tsx';
import { fullscreenAtom, markdownViewAtom } from './reading-atoms.ts';
import { ReadingTools } from './reading-tools.tsx';
import { Tool, ToolbarFrame, ToolGroup } from './toolbar-frame.tsx';

export type EditorToolbarProps = {
  /** No text is open: nothing can be done to one. */
  readonly disabled: boolean;
  /** The text can be taken along and not changed: its prompt is gone. */
  readonly readOnly: boolean;
  readonly saving: boolean;
  /** The number of the old version whose text this is; null for the current text. */
  readonly version: number | null;
  /** Null where there is no version to show. */
  readonly versionsShown: boolean | null;
  /** Null where nobody shows notes. */
  readonly notesShown: boolean | null;
  onFormat(format: TextFormat): void;
  onStep(direction: 'undo' | 'redo'): void;
  onCopy(): void;
  onToggleNotes(): void;
  onToggleVersions(): void;
  onSaveVersion(): void;
};

const formats: readonly { format: TextFormat; label: string; hint?: string; icon: ReactNode }[] = [
  { format: 'bold', label: 'Bold', hint: 'Bold (Ctrl+B)', icon: <LuBold /> },
  { format: 'italic', label: 'Italic', hint: 'Italic (Ctrl+I)', icon: <LuItalic /> },
  { format: 'list', label: 'List', icon: <LuList /> },
  { format: 'code', label: 'Code Block', icon: <LuCode /> },
  { format: 'variable', label: 'Variable', icon: <LuBraces /> },
];

export function EditorToolbar(props: EditorToolbarProps) {
  const { disabled, readOnly, saving, version } = props;
  const [viewing, setViewing] = useAtom(markdownViewAtom);
  return (
    <ToolbarFrame label="Formatting and versions">
      {viewing ? (
        <ReadingTools disabled={disabled} />
      ) : (
        <WritingTools {...props} disabled={disabled || readOnly} />
      )}
      <ToolGroup>
        <Tool
          label={viewing ? 'Switch to Edit mode' : 'Switch to View mode'}
          icon={viewing ? <LuPencil /> : <LuEye />}
          onClick={() => setViewing(!viewing)}
        />
        <Tool label="Copy to Clipboard" icon={<LuCopy />} disabled={disabled} onClick={props.onCopy} />
      </ToolGroup>
      <PanelTools {...props} />
      <Button
        className="editor-toolbar-save"
        tone="primary"
        size="sm"
        icon={<LuSave />}
        pending={saving}
        pendingText="Saving..."
        disabled={disabled || readOnly}
        onClick={props.onSaveVersion}
      >
        {version === null ? 'Save New Version' : `Update Version ${version}`}
      </Button>
    </ToolbarFrame>
  );
}

function WritingTools({ disabled, onFormat, onStep }: EditorToolbarProps) {
  return (
    <>
      <ToolGroup>
        {formats.map(({ format, ...tool }) => (
          <Tool key={format} {...tool} disabled={disabled} onClick={() => onFormat(format)} />
        ))}
      </ToolGroup>
      <ToolGroup>
        <Tool
          label="Undo"
          hint="Undo (Ctrl+Z)"
          icon={<LuUndo2 />}
          disabled={disabled}
          onClick={() => onStep('undo')}
        />
        <Tool
          label="Redo"
          hint="Redo (Ctrl+Y or Ctrl+Shift+Z)"
          icon={<LuRedo2 />}
          disabled={disabled}
          onClick={() => onStep('redo')}
        />
      </ToolGroup>
    </>
  );
}

function PanelTools({ notesShown, versionsShown, onToggleNotes, onToggleVersions }: EditorToolbarProps) {
  const [fullscreen, setFullscreen] = useAtom(fullscreenAtom);
  return (
    <ToolGroup>
      {notesShown !== null && (
        <Tool
          label={notesShown ? 'Hide Notes' : 'Show Notes'}
          icon={<LuNotebookPen />}
          aria-expanded={notesShown}
          onClick={onToggleNotes}
        />
      )}
      {versionsShown !== null && (
        <Tool
          label={versionsShown ? 'Hide Version History' : 'Show Version History'}
          icon={<LuHistory />}
          aria-expanded={versionsShown}
          onClick={onToggleVersions}
        />
      )}
      <Tool
        className="editor-tool-fullscreen"
        label="Fullscreen"
        hint={fullscreen ? 'Exit Fullscreen (Esc)' : 'Fullscreen'}
        icon={fullscreen ? <LuMinimize2 /> : <LuMaximize2 />}
        aria-pressed={fullscreen}
        onClick={() => setFullscreen(!fullscreen)}
      />
    </ToolGroup>
  );
}
