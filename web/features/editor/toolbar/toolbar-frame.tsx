import { IconButton, type IconButtonProps } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { LuEllipsis } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { keyLabel, keysHere } from '../../../ui/key-label.ts';
import { pressedKey } from '../../../ui/pressed-key.ts';
import './editor-toolbar.css';

export type ToolbarFrameProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** The last tool, which is always in the first row. */
  readonly end: ReactNode;
};

/**
 * Arrow keys go from button to button (WAI-ARIA toolbar); Tab goes through them all the same. Where the style sheet finds
 * no room for all tools in a row, those with `rest` wait behind one more.
 */
export function ToolbarFrame({ label, children, end }: ToolbarFrameProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [hasAll, setHasAll] = useState(false);
  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, bar.current)}
      // The text keeps its selection and its caret: what a press formats stays visible.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="editor-tools" data-all={hasAll || undefined}>
        {children}
        <Tool
          className="editor-tool-more"
          label={t('More tools')}
          icon={<LuEllipsis />}
          aria-expanded={hasAll}
          onClick={() => setHasAll(!hasAll)}
        />
        {end}
      </div>
    </div>
  );
}

export function ToolGroup({ children }: { readonly children: ReactNode }) {
  return <div className="editor-toolbar-group">{children}</div>;
}

export type ToolProps = Omit<IconButtonProps, 'aria-label'> & {
  readonly icon: ReactNode;
  /** The accessible name. */
  readonly label: string;
  /** The text of the tooltip, instead of the name. */
  readonly hint?: string;
  /** The keys that do the same in the text, such as 'Ctrl+B'; on a Mac it is Cmd. */
  readonly keys?: readonly string[];
  /** How early it gives way to others as the room gets less: 1 is the first. */
  readonly rest?: 1 | 2 | 3;
};

export function Tool({ label, icon, hint = label, keys = [], rest, ...button }: ToolProps) {
  const own = keys.map(keysHere);
  const named = own.map((key) => key.replace('Ctrl', 'Control').replace('Cmd', 'Meta'));
  return (
    <IconButton
      variant="ghost"
      {...button}
      aria-label={label}
      data-tooltip={own.length === 0 ? hint : `${hint} (${eitherOf(own.map(keyLabel))})`}
      aria-keyshortcuts={named.length === 0 ? undefined : named.join(' ')}
      data-rest={rest}
    >
      {icon}
    </IconButton>
  );
}

function eitherOf([first = '', second]: readonly string[]): string {
  return second === undefined ? first : t('{first} or {second}', { first, second });
}

function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const key = pressedKey(event);
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || bar === null) return;
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].filter((button) =>
    button.checkVisibility(),
  );
  const focused = buttons.find((button) => button.matches(':focus'));
  if (focused === undefined) return;
  const next = buttons[(buttons.indexOf(focused) + by + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
