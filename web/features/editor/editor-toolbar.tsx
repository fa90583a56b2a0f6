import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import {
  LuBold,
  LuBraces,
  LuCode,
  LuCopy,
  LuHistory,
  LuItalic,
  LuList,
  LuRedo2,
  LuSave,
  LuUndo2,
} from 'react-icons/lu';
import type { TextFormat } from '#shared/text/toggle-format.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export type EditorToolbarProps = {
  /** No text is open: nothing can be pressed. */
  readonly disabled: boolean;
  readonly saving: boolean;
  /** Null where there is no version to show. */
  readonly versionsShown: boolean | null;
  onFormat(format: TextFormat): void;
  onStep(direction: 'undo' | 'redo'): void;
  onCopy(): void;
  onToggleVersions(): void;
  onSaveVersion(): void;
};

const formats: readonly { format: TextFormat; label: string; icon: ReactNode }[] = [
  { format: 'bold', label: 'Bold', icon: <LuBold /> },
  { format: 'italic', label: 'Italic', icon: <LuItalic /> },
  { format: 'list', label: 'List', icon: <LuList /> },
  { format: 'code', label: 'Code Block', icon: <LuCode /> },
  { format: 'variable', label: 'Variable', icon: <LuBraces /> },
];

export function EditorToolbar(props: EditorToolbarProps) {
  const { disabled, saving, versionsShown } = props;
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label="Formatting and versions"
      onKeyDown={(event) => moveFocus(event, bar.current)}
      // The text keeps its selection and its caret: what a press formats stays visible.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="editor-toolbar-group">
        {formats.map(({ format, label, icon }) => (
          <IconButton
            key={format}
            label={label}
            icon={icon}
            disabled={disabled}
            onClick={() => props.onFormat(format)}
          />
        ))}
      </div>
      <div className="editor-toolbar-group">
        <IconButton
          label="Undo"
          icon={<LuUndo2 />}
          disabled={disabled}
          onClick={() => props.onStep('undo')}
        />
        <IconButton
          label="Redo"
          icon={<LuRedo2 />}
          disabled={disabled}
          onClick={() => props.onStep('redo')}
        />
      </div>
      <div className="editor-toolbar-group">
        <IconButton label="Copy to Clipboard" icon={<LuCopy />} disabled={disabled} onClick={props.onCopy} />
        {versionsShown !== null && (
          <IconButton
            label={versionsShown ? 'Hide Version History' : 'Show Version History'}
            icon={<LuHistory />}
            aria-pressed={versionsShown}
            onClick={props.onToggleVersions}
          />
        )}
      </div>
      <Button
        className="editor-toolbar-save"
        tone="primary"
        size="sm"
        icon={<LuSave />}
        pending={saving}
        pendingText="Saving..."
        disabled={disabled}
        onClick={props.onSaveVersion}
      >
        Save New Version
      </Button>
    </div>
  );
}

/** Arrow keys go from button to button (WAI-ARIA toolbar); Tab goes through them all the same. */
function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || bar === null) return;
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const focused = buttons.find((button) => button.matches(':focus'));
  if (focused === undefined) return;
  const next = buttons[(buttons.indexOf(focused) + by + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
