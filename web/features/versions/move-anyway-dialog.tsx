import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { LabelOverride } from '#shared/model/label-proof.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/field/text-field.tsx';

type MoveAnywayDialogProps = {
  readonly label: string;
  readonly version: VersionItem;
  readonly open: boolean;
  /** Resolves to the sentence of what is wrong; null where it is done. */
  onMove(override: string): Promise<string | null>;
  onClose(): void;
};

/** Asks why a label is moved without the proof that it asks for. */
export function MoveAnywayDialog({ label, version, open, onMove, onClose }: MoveAnywayDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  async function move(): Promise<void> {
    const override = LabelOverride.safeParse(text);
    const problem = override.success ? await onMove(override.data) : t('A reason has up to 500 characters.');
    setError(problem ?? undefined);
    if (problem !== null) return;
    setText('');
    onClose();
  }

  return (
    <Dialog
      {...{ open, onClose }}
      onSubmit={() => void move()}
      title={t('Move "{label}" without proof', { label })}
      description={t('The reason stays in the log of the label. To Version {version}.', {
        version: version.version,
      })}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('Move')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Reason')}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(next) => {
          setText(next);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
