import { type KeyboardEvent, useId } from 'react';
import { t } from '#shared/language/translate.ts';
import { dotStyle } from './color-dot.tsx';
import { pressedKey } from './pressed-key.ts';
import type { DotColor } from './theme/palette.ts';
import './color-swatch-picker.css';

export interface ColorSwatchPickerProps<Color extends DotColor> {
  readonly label: string;
  readonly colors: readonly Color[];
  readonly value: Color;
  readonly onChange: (color: Color) => void;
  readonly disabled?: boolean;
}

/** Round swatches, of which one is chosen: the browser's own radio buttons, so that arrows and Tab just work. */
export function ColorSwatchPicker<Color extends DotColor>(props: ColorSwatchPickerProps<Color>) {
  const { label, colors, value, onChange, disabled } = props;
  const group = useId();

  // Radio buttons swallow Enter; in a form it means "done" everywhere else.
  function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
    if (pressedKey(event) === 'Enter') event.currentTarget.form?.requestSubmit();
  }

  return (
    <div className="ui-swatches" role="radiogroup" aria-labelledby={`${group}-label`}>
      <span id={`${group}-label`} className="ui-swatches-label">
        {label}
      </span>
      <div className="ui-swatches-row">
        {colors.map((color) => (
          <label key={color} className="ui-swatch" style={dotStyle(color)} data-tooltip={nameOf(color)}>
            <input
              type="radio"
              className="ui-visually-hidden"
              name={group}
              value={color}
              disabled={disabled}
              checked={color === value}
              aria-label={nameOf(color)}
              onChange={() => onChange(color)}
              onKeyDown={submitOnEnter}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

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
