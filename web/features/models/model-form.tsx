import { Button, Flex, Stack } from '@chakra-ui/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DefaultFields, type DraftFieldsProps, Pair } from './draft-fields.tsx';
import {
  type DraftErrors,
  draftOf,
  draftOfPreset,
  hasOwnKind,
  kindOptions,
  type ModelDraft,
  readDraft,
} from './model-draft.ts';
import { ModelField } from './model-field.tsx';
import { kindNames, presetOf, presets } from './servers.ts';
import type { Models } from './use-models.ts';

interface ModelFormProps {
  /** Absent: a new one. */
  readonly entry?: ModelEntry;
  readonly models: Models;
  readonly engine: RunEngine;
  readonly submit: string;
  onSaved(): void;
  onCancel?(): void;
}

/** Everything of one entry. The key is in its field alone, and in no state of the page. */
export function ModelForm({ entry, models, engine, submit, onSaved, onCancel }: ModelFormProps) {
  const [draft, setDraft] = useState(() =>
    entry === undefined ? draftOfPreset(presetOf('ollama')) : draftOf(entry),
  );
  const [errors, setErrors] = useState<DraftErrors>({});
  const [isForgotten, setIsForgotten] = useState(false);
  const [id] = useState(() => entry?.id ?? models.newId());
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const isBrowser = presetOf(draft.server).kind === 'browser';
  const change = (next: Partial<ModelDraft>) => setDraft((before) => ({ ...before, ...next }));
  const typedKey = () => (key.current?.value.trim() === '' ? undefined : key.current?.value.trim());

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = readDraft(draft, { id, before: entry });
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) {
      const [first] = Object.keys(read.errors);
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (await models.save(read.entry, typedKey() ?? (isForgotten ? null : undefined))) onSaved();
  }

  return (
    <Stack gap="4" asChild>
      <form ref={form} noValidate autoComplete="off" onSubmit={(event) => void save(event)}>
        <ServerFields {...{ draft, change, engine }} />
        <PlaceFields {...{ draft, errors, change, isBrowser }} />
        {!isBrowser && (
          <>
            <KeyField
              {...{ engine, inputRef: key, isForgotten }}
              place={models.keyOf(id)}
              onForget={setIsForgotten}
            />
            <ModelField {...{ draft, errors, change, engine, id, typedKey }} />
            <DefaultFields {...{ draft, errors, change }} />
          </>
        )}
        <Flex wrap="wrap" gap="2">
          <Button type="submit">{submit}</Button>
          {onCancel !== undefined && (
            <Button variant="ghost" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
        </Flex>
      </form>
    </Stack>
  );
}

function PlaceFields({
  draft,
  errors,
  change,
  isBrowser,
}: DraftFieldsProps & { readonly isBrowser: boolean }) {
  return (
    <Pair>
      <TextField
        label={t('Name')}
        name="name"
        placeholder={draft.model}
        verbatim
        value={draft.name}
        error={errors.name}
        onChange={(name) => change({ name })}
      />
      {!isBrowser && (
        <TextField
          label={t('Address')}
          name="address"
          verbatim
          value={draft.address}
          error={errors.address}
          onChange={(address) => change({ address })}
        />
      )}
    </Pair>
  );
}

type ServerFieldsProps = Omit<DraftFieldsProps, 'errors'> & { readonly engine: RunEngine };

function ServerFields({ draft, change, engine }: ServerFieldsProps) {
  const hasBrowserModel = useBrowserModel(engine);
  const offered = presets.filter(
    ({ server }) => server !== 'browser' || hasBrowserModel || draft.server === 'browser',
  );
  return (
    <Pair>
      <SelectField
        label={t('Where it runs')}
        name="server"
        value={draft.server}
        options={offered.map(({ server, label }) => ({ value: server, label: label() }))}
        onChange={(server) => change(draftOfPreset(presetOf(server), draft))}
      />
      {hasOwnKind(draft) && (
        <SelectField
          label={t('Interface')}
          name="kind"
          value={draft.kind}
          options={kindOptions.map((kind) => ({ value: kind, label: kindNames()[kind] }))}
          onChange={(kind) => change({ kind })}
        />
      )}
    </Pair>
  );
}

/** False until the browser has answered. */
function useBrowserModel(engine: RunEngine): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    void engine.hasBrowserModel().then(setHas);
  }, [engine]);
  return has;
}

interface KeyFieldProps {
  readonly engine: RunEngine;
  readonly place: 'device' | 'tab' | 'none';
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly isForgotten: boolean;
  onForget(isForgotten: boolean): void;
}

function KeyField({ engine, place, inputRef, isForgotten, onForget }: KeyFieldProps) {
  return (
    <Stack gap="2">
      <PasswordField
        label={t('Key')}
        name="key"
        autoComplete="off"
        inputRef={inputRef}
        placeholder={place === 'none' ? '' : t('Unchanged')}
        hint={
          engine.keys.areKept
            ? t('It stays on this device, encrypted, until you sign out. It is never synced or exported.')
            : t('This page came without https: the key is kept in this tab alone, until it is closed.')
        }
      />
      {place !== 'none' && (
        <Checkbox checked={isForgotten} onChange={() => onForget(!isForgotten)}>
          {t('Remove the key')}
        </Checkbox>
      )}
    </Stack>
  );
}
