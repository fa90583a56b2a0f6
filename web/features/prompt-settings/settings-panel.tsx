import { Alert, Box, chakra, Grid, Text } from '@chakra-ui/react';
import { LuSlidersHorizontal } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { hasSettings, type SettingName } from '#shared/model/prompt-settings.ts';
import { settingLabels } from '#shared/text/settings/shown-settings.ts';
import { versionOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { SidePanel } from '../../ui/panel/side-panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type FieldKind, SettingField } from './setting-field.tsx';
import { SettingList } from './setting-list.tsx';
import { shownField } from './settings-store.ts';
import { useSettingsStore } from './use-settings-store.ts';

export type SettingsPanelProps = {
  readonly promptId: number;
  /** The old version that is open; null: the current text. */
  readonly versionId: number | null;
};

/** Shows how a prompt is to be run, or how an old version of it was. */
export function SettingsPanel({ promptId, versionId }: SettingsPanelProps) {
  return (
    <SidePanel className="settings-panel" title={t('Settings')}>
      <Box flex="1" minH="0" py="3" px="4" overflowY="auto" overscrollBehavior="contain">
        {versionId === null ? (
          <SettingsForm key={promptId} promptId={promptId} />
        ) : (
          <VersionSettings versionId={versionId} />
        )}
      </Box>
    </SidePanel>
  );
}

function VersionSettings({ versionId }: { readonly versionId: number }) {
  const library = useLibrary();
  const version = useLive(() => versionOf(library, versionId), [library, versionId]);
  if (version === undefined) return null;
  if (!hasSettings(version.settings))
    return (
      <EmptyState
        compact
        icon={<LuSlidersHorizontal />}
        title={t('No settings were saved with this version')}
      >
        {t('Restoring it leaves the settings of the prompt as they are.')}
      </EmptyState>
    );
  return (
    <>
      <Text mb="4" textStyle="xs" color="fg.muted">
        {t('As they were saved with version {version}. Restoring it brings them back.', {
          version: version.version,
        })}
      </Text>
      <SettingList settings={version.settings} />
    </>
  );
}

type Field = { readonly name: SettingName; readonly help: string; readonly control: FieldKind };

const code = (rows: number) => ({ kind: 'lines', rows, isCode: true }) as const;

const shortFields = (): readonly Field[] => [
  { name: 'temperature', help: t('0 is steady, higher is more varied.'), control: { kind: 'number' } },
  { name: 'topP', help: t('0 to 1: how much of the likely words.'), control: { kind: 'number' } },
  {
    name: 'maxTokens',
    help: t('The answer ends there at the latest.'),
    control: { kind: 'number', unit: t('tokens') },
  },
  { name: 'seed', help: t('For answers that can be repeated.'), control: { kind: 'number' } },
];

const otherFields = (): readonly Field[] => [
  {
    name: 'reasoningEffort',
    help: t('In the words of the provider.'),
    control: { kind: 'line', choices: ['minimal', 'low', 'medium', 'high'] },
  },
  {
    name: 'stop',
    help: t('One in each line; \\n stands for a line break.'),
    control: { kind: 'lines', rows: 2, isCode: true },
  },
  {
    name: 'answerFormat',
    help: t('JSON can be bound to a schema.'),
    control: {
      kind: 'choice',
      options: [
        { value: 'text', label: t('Text') },
        { value: 'json', label: t('JSON') },
      ],
    },
  },
  { name: 'answerSchema', help: t('The JSON schema of the answer.'), control: code(3) },
  {
    name: 'tools',
    help: t('A JSON array of functions with name, description and parameters.'),
    control: code(3),
  },
  {
    name: 'more',
    help: t('A JSON object with whatever else the provider takes, by its own names.'),
    control: code(3),
  },
];

function SettingsForm({ promptId }: { readonly promptId: number }) {
  const library = useLibrary();
  const { state, store } = useSettingsStore(library, promptId);
  const labels = settingLabels();
  if (state.stored === null) return <Spinner label={t('Loading settings...')} />;
  const field = ({ name, help, control }: Field) => (
    <SettingField
      key={name}
      {...{ name, help, control }}
      label={labels[name]}
      placeholder={placeholderOf(name)}
      shown={shownField(state, name)}
      onType={store.type}
      onLeave={() => void store.flush()}
    />
  );
  const hasSchema = isShown('answerSchema') || shownField(state, 'answerFormat').text === 'json';
  const others = otherFields().filter(({ name }) => name !== 'answerSchema' || hasSchema);

  function isShown(name: SettingName): boolean {
    return shownField(state, name).text !== '';
  }

  return (
    <chakra.form aria-label={t('Settings')} onSubmit={(event) => event.preventDefault()}>
      <Grid gap="3">
        {state.problem !== null && (
          <Alert.Root status="warning" role="alert" py="2">
            {state.problem}
          </Alert.Root>
        )}
        {field({
          name: 'model',
          help: t('As its provider names it.'),
          control: { kind: 'line' },
        })}
        <Grid templateColumns="repeat(auto-fit, minmax(8rem, 1fr))" gap="3">
          {shortFields().map(field)}
        </Grid>
        {others.map(field)}
      </Grid>
    </chakra.form>
  );
}

function placeholderOf(name: SettingName): string {
  switch (name) {
    case 'answerSchema':
      return '{ "type": "object" }';
    case 'tools':
      return '[{ "name": "…", "parameters": {} }]';
    case 'more':
      return '{ "top_k": 40 }';
    case 'temperature':
    case 'topP':
    case 'maxTokens':
    case 'seed':
      // Two stand in a line.
      return t('Default');
    case 'model':
    case 'stop':
    case 'reasoningEffort':
    case 'answerFormat':
      return t('Provider’s default');
  }
}
