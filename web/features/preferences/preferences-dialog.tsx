import { Button, Grid, Stack } from '@chakra-ui/react';
import { type ReactNode, useRef, useState } from 'react';
import { isLanguage, type Language, languages } from '#shared/language/languages.ts';
import { t } from '#shared/language/translate.ts';
import { lintRules } from '#shared/lint/lint-rules.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { Switch } from '../../ui/dialog-parts/switch.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { lineWidths, textFonts, textSizes, tokenEncodings } from '../../ui/preferences.ts';
import { usePreferences } from '../../ui/provider.tsx';
import { themeChoices, useColorMode } from '../../ui/theme/color-mode.tsx';
import { type DeviceStorage, StorageSection } from './storage-section.tsx';

export interface PreferencesDialogProps {
  readonly open: boolean;
  /** Null: the browser's. Another one is shown once the page was loaded again. */
  readonly language: {
    readonly chosen: Language | null;
    /** Resolves to the language that is not on this device and cannot be had now. */
    choose(language: Language | null): Promise<Language | null>;
  };
  /** The list of the shortcuts. */
  readonly shortcuts: ReactNode;
  /** Asks the browser what it keeps on this device; null where it does not answer. */
  storage(): Promise<DeviceStorage | null>;
  onClose(): void;
}

/** Lets a person choose how this device shows things; each choice counts at once. */
export function PreferencesDialog(props: PreferencesDialogProps) {
  const { open, language, shortcuts, storage, onClose } = props;
  const start = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Preferences')}
      description={t('For this device. Changes apply at once.')}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="7" textStyle="sm" outline="0">
        <Appearance language={language} />
        <TextSection />
        <TabsSection />
        <LintSection />
        <Section title={t('Keyboard shortcuts')}>{shortcuts}</Section>
        <StorageSection isOpen={open} read={storage} />
      </Stack>
    </Dialog>
  );
}

const themeNames = () => ({ light: t('Light'), dark: t('Dark'), system: t('Same as the system') }) as const;
const sizeNames = () =>
  ({ small: t('Small'), normal: t('Normal'), large: t('Large'), 'extra-large': t('Extra large') }) as const;
const fontNames = () => ({ monospace: t('Monospace'), proportional: t('Proportional') }) as const;
const widthNames = () =>
  ({ full: t('Full width'), wide: t('100 characters'), narrow: t('75 characters') }) as const;

const encodingNames = () => ({
  o200k_base: t('{encoding}: GPT-4o and newer', { encoding: 'o200k_base' }),
  cl100k_base: t('{encoding}: GPT-4 and GPT-3.5', { encoding: 'cl100k_base' }),
});

const asBrowser = 'browser';

function Appearance({ language }: Pick<PreferencesDialogProps, 'language'>) {
  const { choice, choose } = useColorMode();
  const [missing, setMissing] = useState<Language | null>(null);
  return (
    <Section title={t('Appearance')}>
      <Choice
        label={t('Theme')}
        value={choice}
        choices={themeChoices}
        names={themeNames()}
        onChoose={choose}
      />
      <SelectField
        label={t('Language')}
        error={
          missing === null
            ? undefined
            : t('{language} is not on this device yet. Choose it again when there is a network.', {
                language: languages[missing],
              })
        }
        value={language.chosen ?? asBrowser}
        options={[
          { value: asBrowser, label: t('Same as the browser') },
          ...Object.entries(languages).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(chosen) => void language.choose(isLanguage(chosen) ? chosen : null).then(setMissing)}
      />
    </Section>
  );
}

function TextSection() {
  const { textSize, textFont, lineWidth, tokenEncoding, ...on } = usePreferences();
  const { change } = on;
  return (
    <Section title={t('Text of prompts')}>
      {/* WebKit cuts off what does not fit into a select, without a sign that there is more. */}
      <Grid templateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))" gap="3">
        <Choice
          label={t('Text size')}
          value={textSize}
          choices={textSizes}
          names={sizeNames()}
          onChoose={(chosen) => change({ textSize: chosen })}
        />
        <Choice
          label={t('Font')}
          value={textFont}
          choices={textFonts}
          names={fontNames()}
          onChoose={(chosen) => change({ textFont: chosen })}
        />
        <Choice
          label={t('Line width')}
          value={lineWidth}
          choices={lineWidths}
          names={widthNames()}
          onChoose={(chosen) => change({ lineWidth: chosen })}
        />
        <Choice
          label={t('Tokens are counted in')}
          value={tokenEncoding}
          choices={tokenEncodings}
          names={encodingNames()}
          onChoose={(chosen) => change({ tokenEncoding: chosen })}
        />
      </Grid>
      <Switch
        label={t('Check spelling')}
        hint={t('Your browser checks the text, in the languages set there.')}
        checked={on.spellCheck}
        onChange={(checked) => change({ spellCheck: checked })}
      />
      <Switch
        label={t('Keep line breaks')}
        hint={t('View mode shows each line break. In Markdown, a single one is a space.')}
        checked={on.keepLineBreaks}
        onChange={(checked) => change({ keepLineBreaks: checked })}
      />
    </Section>
  );
}

function TabsSection() {
  const { previewTabs, change } = usePreferences();
  return (
    <Section title={t('Tabs')}>
      <Switch
        label={t('Preview tabs')}
        hint={t(
          'A prompt opens in a tab with an italic title. The next prompt that you open replaces that tab, unless you edit the prompt or double-click the tab.',
        )}
        checked={previewTabs}
        onChange={(checked) => change({ previewTabs: checked })}
      />
    </Section>
  );
}

/** Each rule by itself: one that a person does not want to see is switched off, here and in exports. */
function LintSection() {
  const { lintOff, change } = usePreferences();
  return (
    <Section title={t('Findings in prompts')}>
      <p>{t('Rules that look at your texts on this device, without a model.')}</p>
      {lintRules.map(({ name, title }) => (
        <Switch
          key={name}
          label={t(title)}
          checked={!lintOff.includes(name)}
          onChange={(checked) => {
            const others = lintOff.filter((each) => each !== name);
            change({ lintOff: checked ? others : [...others, name] });
          }}
        />
      ))}
    </Section>
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
