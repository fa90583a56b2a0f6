import { Box, Button, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { settingNames } from '#shared/model/prompt-settings.ts';
import {
  type ClientLanguage,
  clientCode,
  clientLanguages,
  isNameForAddress,
  type PulledText,
} from '#shared/text/client-code.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { pinnedSettings } from '../../data/queries/pinned-settings.ts';
import { promptNames } from '../../data/queries/prompt-names.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { type PinChoice, promptPins } from '../../data/queries/snippet-choices.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Scroller } from '../../ui/list/scroller.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ScreenProps } from '../on-demand.tsx';

/** `version`: the number of the version that a person asked from; null for the prompt itself. */
export type UsedInCode = { readonly promptId: number; readonly version: number | null };

/** Shows programs that pull a prompt. All of it is made here, so it is there without a network too. */
export function UseInCodeDialog({ request, open, onClose }: ScreenProps<UsedInCode>) {
  const { library } = useOpenLibrary();
  const notify = useNotify();
  const outline = useLive(() => outlineOf(library), [library]);
  const shown = useProgram(outline ?? nothing, request);
  if (outline === undefined) return null;
  const { names, program, text, language, ids } = shown;

  async function copy(): Promise<void> {
    try {
      await copyText(window, program);
      notify({ title: t('Program copied') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Use in code')}
      description={t(
        'A program that reads "{title}", and keeps the last text for when the server is away. The program takes an API token from the environment variable PROMPTORY_TOKEN.',
        { title: isolatedName(names.prompt) },
      )}
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="solid" onClick={() => void copy()}>
            <LuCopy />
            {t('Copy program')}
          </Button>
        </>
      }
    >
      <Grid templateColumns="minmax(0, 1fr)" gap="3">
        <Grid templateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))" gap="3">
          <SelectField label={t('Text to read')} {...text} />
          <SelectField label={t('Programming language')} {...language} />
        </Grid>
        <IdsChoice {...ids} />
        <Scroller aria-label={t('Program')} dir="ltr" {...programFrame}>
          {/* As wide as its longest line: the frame around it scrolls. */}
          <Box as="pre" width="max-content" minW="full">
            {program}
          </Box>
        </Scroller>
      </Grid>
    </Dialog>
  );
}

const programFrame = {
  maxH: 'min(24rem, 40vh)',
  p: '3',
  borderWidth: '1px',
  borderRadius: 'sm',
  bg: 'bg.subtle',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  fontFamily: 'mono',
  fontVariantLigatures: 'none',
  fontSize: 'xs',
  textAlign: 'start',
} as const;

const nothing: Outline = { projects: [], prompts: [] };

function useProgram(outline: Outline, { promptId, version }: UsedInCode) {
  const { library, address } = useOpenLibrary();
  const names = namesOf(outline, promptId);
  const pins = useLive(() => promptPins(library, promptId), [library, promptId]) ?? noPins;
  const [language, setLanguage] = useState<ClientLanguage>('curl');
  const [chosen, setChosen] = useState<string | null>(null);
  const [prefersIds, setPrefersIds] = useState(false);
  const value = chosen ?? firstOf(pins, version);
  const settings = useLive(() => pinnedSettings(library, promptId, pinOf(value)), [library, promptId, value]);
  const byIds = prefersIds || !names.canBeUsed;
  return {
    names,
    program: clientCode(language, {
      server: address.linkTo('/'),
      ...(byIds ? names.ids : names),
      pin: pinOf(value),
      settings: settingNames.filter((name) => settings?.[name] !== undefined),
    }),
    text: { value, options: optionsOf(pins, version), onChange: setChosen },
    language: {
      value: language,
      options: clientLanguages.map((name) => ({ value: name, label: name })),
      onChange: (name: string) => setLanguage(clientLanguages.find((known) => known === name) ?? 'curl'),
    },
    ids: { checked: byIds, isFixed: !names.canBeUsed, onChange: setPrefersIds },
  };
}

type IdsChoiceProps = {
  readonly checked: boolean;
  readonly isFixed: boolean;
  onChange(checked: boolean): void;
};

function IdsChoice({ checked, isFixed, onChange }: IdsChoiceProps) {
  return (
    <Checkbox checked={checked} disabled={isFixed} onChange={onChange}>
      {isFixed
        ? t('Ids are used: these names are not unique, or cannot be part of an address')
        : t('Use ids, so that renaming breaks nothing')}
    </Checkbox>
  );
}

const noPins: readonly PinChoice[] = [];

function namesOf(outline: Outline, promptId: number) {
  const found = outline.prompts.find(({ id }) => id === promptId);
  const inProject = outline.projects.find(({ id }) => id === found?.projectId);
  const [project, prompt] = [inProject?.name ?? '', found?.title ?? ''];
  const isUnique = promptNames(outline).idsOf({ project, title: prompt }).length === 1;
  const canBeUsed = isUnique && isNameForAddress(project) && isNameForAddress(prompt);
  return { project, prompt, canBeUsed, ids: { project: String(inProject?.id), prompt: String(promptId) } };
}

/** Values are what is behind an @ of a reference; '' is the current text. No label is digits alone. */
function optionsOf(pins: readonly PinChoice[], version: number | null) {
  const own = version === null || pins.some(({ written }) => written === String(version)) ? [] : [version];
  return [
    ...pins.flatMap(({ pin, written }) => (pin.kind === 'label' ? [{ value: written, label: written }] : [])),
    { value: '', label: t('Current text') },
    ...[...own, ...pins.flatMap(({ pin }) => (pin.kind === 'version' ? [pin.version] : []))].map(
      (number) => ({ value: String(number), label: t('Version {number}', { number }) }),
    ),
  ];
}

/** A label is what programs that others depend on should read; of a version, one that is on it. */
function firstOf(pins: readonly PinChoice[], version: number | null): string {
  const labels = pins.flatMap(({ pin, version: on }) =>
    pin.kind === 'label' && (version === null || on === version) ? [pin.label] : [],
  );
  const other = version === null ? '' : String(version);
  return (
    labels.find((label) => label === 'production') ?? labels.find((label) => label !== 'latest') ?? other
  );
}

function pinOf(value: string): PulledText['pin'] {
  if (value === '') return null;
  return /^\d+$/.test(value) ? { version: Number(value) } : { label: value };
}
