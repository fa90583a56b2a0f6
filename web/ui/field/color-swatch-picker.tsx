import { type HTMLChakraProps, RadioGroup, Wrap } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { t } from '#shared/language/translate.ts';
import { dotStyle } from '../color-dot.tsx';
import { pressedKey } from '../keys/pressed-key.ts';
import type { DotColor } from '../theme/palette.ts';

export interface ColorSwatchPickerProps<Color extends DotColor> {
  readonly label: string;
  readonly colors: readonly Color[];
  readonly value: Color;
  readonly onChange: (color: Color) => void;
  readonly disabled?: boolean;
}

/** Round swatches, of which one is chosen; arrows and Tab work as in every group of radio buttons. */
export function ColorSwatchPicker<Color extends DotColor>(props: ColorSwatchPickerProps<Color>) {
  const { label, colors, value, onChange, disabled } = props;

  // Radio buttons swallow Enter; in a form it means "done" everywhere else.
  function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
    if (pressedKey(event) === 'Enter') event.currentTarget.form?.requestSubmit();
  }

  return (
    <RadioGroup.Root
      value={value}
      disabled={disabled}
      onValueChange={(chosen) => {
        const color = colors.find((each) => each === chosen.value);
        if (color !== undefined) onChange(color);
      }}
    >
      <RadioGroup.Label fontSize="sm" fontWeight="medium">
        {label}
      </RadioGroup.Label>
      {/* The swatches stand in line with the field's text, their targets reach further. */}
      <Wrap gap="0" mt="1.5" mx="calc((1.5rem - {sizes.target}) / 2)">
        {colors.map((color) => (
          <RadioGroup.Item
            key={color}
            value={color}
            css={swatchCss}
            style={dotStyle(color)}
            data-tooltip={nameOf(color)}
          >
            <RadioGroup.ItemHiddenInput aria-label={nameOf(color)} onKeyDown={submitOnEnter} />
          </RadioGroup.Item>
        ))}
      </Wrap>
    </RadioGroup.Root>
  );
}

const swatchCss: HTMLChakraProps<'label'>['css'] = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  boxSize: 'target',
  borderRadius: 'full',
  cursor: 'pointer',
  _before: {
    content: '""',
    boxSize: '6',
    borderRadius: 'full',
    border: '1px solid var(--dot-edge)',
    bg: 'var(--dot)',
    forcedColorAdjust: 'none',
    transition: 'scale {durations.fast}',
  },
  '&:hover::before': { scale: '1.1' },
  _checked: {
    _after: {
      content: '""',
      position: 'absolute',
      inset: 'calc(50% - 1rem)',
      borderRadius: 'full',
      border: '2px solid {colors.fg}',
    },
  },
  '&:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '1px' },
  _disabled: { cursor: 'not-allowed', opacity: '0.55' },
};

/** The names of the colours that are offered; another one, from a newer version, goes by its own. */
function nameOf(color: DotColor): string {
  const names: Readonly<Partial<Record<DotColor, string>>> = {
    indigo: t('Indigo'),
    red: t('Red'),
    green: t('Green'),
    yellow: t('Yellow'),
    blue: t('Blue'),
    pink: t('Pink'),
    purple: t('Purple'),
    orange: t('Orange'),
    teal: t('Teal'),
    cyan: t('Cyan'),
  };
  return names[color] ?? color;
}
