import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { type RefObject, useRef, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useRunEngine } from '../../session/use-run-engine.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { ModelCard } from './model-card.tsx';
import { ModelForm } from './model-form.tsx';
import { NodeModelList } from './node-model-list.tsx';
import { type Models, useModels } from './use-models.ts';

/** Lists the models that this device calls, adds, changes, tests and removes them. */
export function ModelsDialog({ open, onClose }: ScreenProps<true>) {
  const engine = useRunEngine(onClose);
  const start = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Models')}
      description={t(
        'This device calls these models itself, also without a network where they run on it. They are not synced.',
      )}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="7" textStyle="sm" outline="0">
        {engine === null ? (
          <SkeletonRows label={t('Loading models')} />
        ) : (
          <ModelList engine={engine} start={start} />
        )}
      </Stack>
    </Dialog>
  );
}

interface ModelListProps {
  readonly engine: RunEngine;
  /** Takes the focus after an entry is gone. */
  readonly start: RefObject<HTMLDivElement | null>;
}

function ModelList({ engine, start }: ModelListProps) {
  const models = useModels(engine);
  const { entries } = models;
  const [doomed, setDoomed] = useState<ModelEntry | null>(null);
  if (entries === undefined) return <SkeletonRows label={t('Loading models')} />;
  return (
    <>
      {entries.length > 0 && (
        <Stack as="ul" gap="3" aria-label={t('Models')}>
          {entries.map((entry) => (
            <ModelCard key={entry.id} {...{ entry, models, engine }} onRemove={() => setDoomed(entry)} />
          ))}
        </Stack>
      )}
      <NewModel {...{ models, engine }} isFirst={entries.length === 0} />
      <NodeModelList nodeModels={engine.nodeModels} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) void models.remove(doomed).then(() => setDoomed(null));
        }}
        title={t('Remove model')}
        question={t('{name} and its key are removed from this device. Its runs stay.', {
          name: doomed?.name ?? '',
        })}
        confirmText={t('Remove')}
        finalFocus={() => start.current}
      />
    </>
  );
}

interface NewModelProps {
  readonly models: Models;
  readonly engine: RunEngine;
  readonly isFirst: boolean;
}

/** The form of a new entry: at once where there is none yet, else on demand. */
function NewModel({ models, engine, isFirst }: NewModelProps) {
  const [isAdding, setIsAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  if (!isAdding && !isFirst) {
    return (
      <Box>
        <Button ref={add} onClick={() => setIsAdding(true)}>
          <LuPlus />
          {t('Add a model')}
        </Button>
      </Box>
    );
  }
  return (
    <Section title={t('Add a model')}>
      {isFirst && (
        <Text color="fg.muted">
          {t('A program such as Ollama runs models on this device; a service needs a key.')}
        </Text>
      )}
      <ModelForm
        {...{ models, engine }}
        submit={t('Add model')}
        onSaved={() => setIsAdding(false)}
        {...(isFirst ? {} : { onCancel: () => setIsAdding(false) })}
      />
    </Section>
  );
}
