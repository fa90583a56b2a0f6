import { chakra } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { TypedAhead } from '../../features/palette/palette-dialog.tsx';
import { typeAheadAttribute } from '../../ui/dialog/last-focus.tsx';
import { pressedKey } from '../../ui/keys/pressed-key.ts';

export interface TypeAheadProps {
  readonly typed: TypedAhead;
  onType(typed: TypedAhead): void;
  /** Back to where the focus was. */
  onLeave(): void;
}

/** The field of the command palette until the palette is loaded: what is typed meanwhile is not typed elsewhere. */
export function TypeAhead({ typed, onType, onLeave }: TypeAheadProps) {
  return (
    <StandIn
      {...fieldAttributes}
      aria-label={t('Command, prompt, project, version or file')}
      placeholder={t('Type a command or a name...')}
      value={typed.query}
      onChange={(event) => onType({ query: event.target.value, isChosen: false })}
      onKeyDown={(event) => {
        const key = pressedKey(event);
        if (key === 'Enter') onType({ ...typed, isChosen: true });
        else if (key === 'Escape') onLeave();
        else if (key !== 'Tab') return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** It stands where the field of the palette will. */
const StandIn = chakra('input', {
  base: {
    position: 'fixed',
    zIndex: 'dialog',
    top: { base: 'calc(1rem + var(--titlebar-height))', md: 'calc(12vh + var(--titlebar-height))' },
    insetX: '0',
    width: 'min(40rem, 100vw - 2rem)',
    height: '3.25rem',
    mx: 'auto',
    ps: '12',
    pe: '4',
    borderWidth: '1px',
    borderRadius: 'xl',
    bg: 'bg.panel',
    color: 'fg',
    fontSize: 'md',
    _focusVisible: { outline: '0', borderColor: 'focus' },
  },
});

const fieldAttributes = {
  ...typeAheadAttribute,
  type: 'text',
  // In the commit that draws it, before the next key.
  autoFocus: true,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
