import { useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lineWidths, textFonts, textSizes } from '../../ui/preferences.ts';
import { usePreferences, useThemeMode } from '../../ui/provider.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { themeChoices } from '../../ui/theme-mode.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { type DeviceStorage, StorageSection } from './storage-section.tsx';
import './preferences-dialog.css';

export interface PreferencesDialogProps {
  readonly open: boolean;
  /** Asks the browser what it keeps on this device; null where it does not answer. */
  storage(): Promise<DeviceStorage | null>;
  onClose(): void;
}

/** Lets a person choose how this device shows things; each choice counts at once. */
export function PreferencesDialog({ open, storage, onClose }: PreferencesDialogProps) {
  const start = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Preferences"
      description="For this device. Every choice counts at once."
      initialFocus={start}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="preferences" ref={start} tabIndex={-1}>
        <Appearance />
        <TextSection />
        <ShortcutList />
        <StorageSection isOpen={open} read={storage} />
      </div>
    </Dialog>
  );
}

const themeNames = { light: 'Light', dark: 'Dark', system: 'As the system' } as const;
const sizeNames = { small: 'Small', normal: 'Normal', large: 'Large', 'extra-large': 'Extra large' } as const;
const fontNames = { monospace: 'Monospace', proportional: 'Proportional' } as const;
const widthNames = { full: 'The whole pane', wide: '100 characters', narrow: '75 characters' } as const;

function Appearance() {
  const { choice, choose } = useThemeMode();
  return (
    <section className="preferences-section" aria-labelledby="preferences-appearance">
      <h3 id="preferences-appearance">Appearance</h3>
      <Choice label="Theme" value={choice} choices={themeChoices} names={themeNames} onChoose={choose} />
    </section>
  );
}

function TextSection() {
  const { textSize, textFont, lineWidth, spellCheck, change } = usePreferences();
  const id = useId();
  return (
    <section className="preferences-section" aria-labelledby="preferences-text">
      <h3 id="preferences-text">Text of prompts</h3>
      <div className="preferences-choices">
        <Choice
          label="Text size"
          value={textSize}
          choices={textSizes}
          names={sizeNames}
          onChoose={(chosen) => change({ textSize: chosen })}
        />
        <Choice
          label="Font"
          value={textFont}
          choices={textFonts}
          names={fontNames}
          onChoose={(chosen) => change({ textFont: chosen })}
        />
        <Choice
          label="Line width"
          value={lineWidth}
          choices={lineWidths}
          names={widthNames}
          onChoose={(chosen) => change({ lineWidth: chosen })}
        />
      </div>
      <div className="preferences-switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={spellCheck}
          aria-checked={spellCheck}
          aria-describedby={`${id}-hint`}
          onChange={(event) => change({ spellCheck: event.target.checked })}
        />
        <div>
          <label htmlFor={id}>Check spelling</label>
          <p id={`${id}-hint`} className="preferences-hint">
            The browser does it, in the languages that it was set to.
          </p>
        </div>
      </div>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly choices: readonly Name[];
  readonly names: Readonly<Record<Name, string>>;
  onChoose(chosen: Name): void;
}

function Choice<Name extends string>({ label, value, choices, names, onChoose }: ChoiceProps<Name>) {
  return (
    <SelectField
      label={label}
      value={value}
      options={choices.map((choice) => ({ value: choice, label: names[choice] }))}
      onChange={(chosen) => {
        const known = choices.find((choice) => choice === chosen);
        if (known !== undefined) onChoose(known);
      }}
    />
  );
}
