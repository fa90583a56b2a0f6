import { useId, useMemo, useRef, useState } from 'react';
import { LuSearch, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Commands } from '../../ui/commands.ts';
import { Dialog } from '../../ui/dialog.tsx';
import {
  commandEntries,
  type PaletteContents,
  type PaletteEntry,
  type PaletteTarget,
  paletteEntries,
} from './palette-entries.tsx';
import { PaletteHints } from './palette-hints.tsx';
import { followPaletteKey } from './palette-keys.ts';
import { PaletteOptions } from './palette-options.tsx';
import { entryAt, paletteList } from './palette-rows.ts';
import './palette.css';

export type PaletteJump = Exclude<PaletteTarget, { readonly kind: 'command' }>;

export interface PaletteDialogProps extends PaletteContents {
  readonly open: boolean;
  /** Returns what can be done now. */
  commandsNow(): Commands;
  onClose(): void;
  onGoTo(target: PaletteJump): void;
  /** Returns what has the focus after a jump. */
  focusAfterJump(target: PaletteJump): HTMLElement | null;
}

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through the list below it. */
export function PaletteDialog(props: PaletteDialogProps) {
  const { open, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const { choose, finalFocus } = useChoice(props);
  return (
    <Dialog
      bare
      open={open}
      onClose={onClose}
      title={t('Command palette')}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <PaletteBody {...props} field={field} onChoose={choose} />
    </Dialog>
  );
}

/** Does what was chosen once the dialog is gone and the focus is back: what that opens finds its way back then. */
function useChoice({ commandsNow, onClose, onGoTo, focusAfterJump }: PaletteDialogProps) {
  const chosen = useRef<PaletteEntry | null>(null);
  const run = ({ target }: PaletteEntry) =>
    target.kind === 'command' ? commandsNow()[target.id]?.() : onGoTo(target);
  const isAtOnce = ({ target, command }: PaletteEntry) => command?.atOnce || target.kind === 'project';
  return {
    choose(entry: PaletteEntry): void {
      chosen.current = entry;
      if (isAtOnce(entry)) run(entry);
      onClose();
    },
    finalFocus(opener: HTMLElement | null): HTMLElement | null {
      const entry = chosen.current;
      chosen.current = null;
      if (entry === null) return opener;
      if (!isAtOnce(entry)) queueMicrotask(() => run(entry));
      return entry.target.kind === 'command' ? opener : focusAfterJump(entry.target);
    },
  };
}

interface PaletteBodyProps extends PaletteDialogProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  onChoose(entry: PaletteEntry): void;
}

function PaletteBody({ field, onChoose, onClose, ...contents }: PaletteBodyProps) {
  const { commandsNow, outline, recentPromptIds, versions, files } = contents;
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const entries = useMemo(
    () => paletteEntries({ outline, recentPromptIds, versions, files }),
    [outline, recentPromptIds, versions, files],
  );
  // Read at every key: what can be done may have changed, and there are few.
  const list = useMemo(
    () => paletteList(commandEntries(commandsNow()), entries, query),
    [commandsNow, entries, query],
  );
  const count = list.stops.length;
  const at = Math.min(active, count - 1);
  const optionId = (place: number) => `${listId}-${place}`;
  return (
    <div className="palette">
      <div className="palette-head">
        <LuSearch className="palette-lens" aria-hidden="true" />
        <input
          ref={field}
          {...fieldAttributes}
          role="combobox"
          aria-autocomplete="list"
          aria-label={t('Command, prompt, project, version or file')}
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          placeholder={t('Type a command or a name...')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) =>
            followPaletteKey(event, {
              ...{ at, count, setActive, onClose, onChoose },
              chosen: entryAt(list, at),
              reopen: () => commandEntries(commandsNow()).find(({ target }) => target.id === 'reopenTab'),
            })
          }
        />
        <button type="button" className="palette-close" aria-label={t('Close')} onClick={onClose}>
          <LuX aria-hidden="true" />
        </button>
      </div>
      <PaletteOptions {...{ list, listId, optionId, onChoose }} active={at} onActivate={setActive} />
      <PaletteHints />
    </div>
  );
}

const fieldAttributes = {
  className: 'palette-field',
  type: 'text',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;
