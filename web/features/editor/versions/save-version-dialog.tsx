import { Button, Grid, Text } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import type { Comparison } from '#shared/diff/compare-texts.ts';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { storable } from '#shared/model/text.ts';
import { defaultVersionDescription } from '#shared/mutations/preserved-text.ts';
import type { VersionText } from '../../../data/queries/version-items.ts';
import { standingWords, useStandingSince } from '../../../session/case-standings.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { lazyPart } from '../../../ui/load-again.ts';
import { Spinner } from '../../../ui/spinner.tsx';

// A question can be answered before it is there.
const CompareView = lazyPart(async () => (await import('../../../ui/compare/compare-view.tsx')).CompareView);

export type SaveVersionDialogProps = {
  readonly open: boolean;
  readonly saving: boolean;
  /** The text that is to be saved, and the version before it; null where there is none. */
  readonly text: string;
  readonly newest: VersionText | null;
  onClose(): void;
  onSave(description: string): void;
};

export function SaveVersionDialog(props: SaveVersionDialogProps) {
  const { open, saving, text: content, newest, onClose, onSave } = props;
  const [description, setDescription] = useState('');
  const tooLong = description.trim().length > limits.descriptionLength;

  function close(): void {
    if (saving) return;
    setDescription('');
    onClose();
  }

  function save(): void {
    if (tooLong || saving) return;
    const text = storable(description).trim();
    onSave(text === '' ? defaultVersionDescription : text);
    setDescription('');
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={save}
      title={t('Save New Version')}
      description={
        newest?.content === content
          ? t('Nothing has changed since version {sameAs}. Save anyway?', { sameAs: newest.version })
          : undefined
      }
      width={newest === null || newest.content === content ? 'normal' : 'wide'}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid" loading={saving} loadingText={t('Saving...')}>
            {t('Save Version')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Version Description')}
        placeholder={t('Describe your changes...')}
        value={description}
        onChange={setDescription}
        autoFocus
        {...(tooLong
          ? {
              error: t('At most {descriptionLength} characters fit.', {
                descriptionLength: limits.descriptionLength,
              }),
            }
          : {})}
      />
      {newest !== null && newest.content !== content && <Changes text={content} newest={newest} />}
    </Dialog>
  );
}

function Changes({ text, newest }: DifferenceProps) {
  return (
    <>
      <Difference text={text} newest={newest} />
      <CasesSince newest={newest} />
    </>
  );
}

/** Shows what the cases of the prompt say of the new version, as far as they were run. */
function CasesSince({ newest }: { readonly newest: VersionText }) {
  const standing = useStandingSince(newest);
  return (
    <Text role="status" textStyle="sm" color="fg.muted" minH="5">
      {standing !== null && t('Cases: {standing}', { standing: standingWords(standing) })}
    </Text>
  );
}

type DifferenceProps = { readonly text: string; readonly newest: VersionText };

/** Shows in what the new version will differ from the one before it. */
function Difference({ text, newest: { version, content } }: DifferenceProps) {
  const summary = ({ added, removed }: Comparison['words']) =>
    t('+{added, number} −{removed, number} words since version {version}', { added, removed, version });
  return (
    // It has its place from the beginning: nothing moves when the comparison comes.
    <Grid height="clamp(10rem, 40vh, 22rem)" minW="0" borderWidth="1px" borderRadius="md" overflow="hidden">
      <Suspense fallback={<Spinner label={t('Comparing...')} />}>
        <CompareView
          before={{ name: t('Version {number}', { number: version }), text: content }}
          after={{ name: t('Current text'), text }}
          summary={summary}
        />
      </Suspense>
    </Grid>
  );
}
