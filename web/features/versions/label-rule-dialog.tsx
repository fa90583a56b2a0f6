import { Button, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { LabelAsks } from '#shared/model/label-proof.ts';
import { useModelNames } from '../../session/all-models.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { Labels } from './use-labels.ts';
import { offeredLabels } from './version-labels.ts';

type LabelRuleDialogProps = { readonly labels: Labels; readonly open: boolean; onClose(): void };

/** Sets what a label asks for before it moves to a version, or takes that off. */
export function LabelRuleDialog({ labels, open, onClose }: LabelRuleDialogProps) {
  const form = useRuleForm(labels, { open, onClose });
  const { label, asks, share, model, names } = form;
  return (
    <Dialog
      {...{ open, onClose }}
      onSubmit={() => void form.save()}
      title={t('Ask for proof')}
      description={t(
        'The label then moves only to a version whose test cases hold, or with a reason. The rule goes to all your devices.',
      )}
      width="narrow"
      footer={
        <>
          {asks !== undefined && <Button onClick={() => void form.takeOff()}>{t('Ask for nothing')}</Button>}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid">
            {t('Save')}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <SelectField
          label={t('Label')}
          value={label}
          options={offeredLabels(labels.labels).map((each) => ({ value: each.label, label: each.label }))}
          onChange={form.choose}
        />
        <TextField
          label={t('Cases that have to hold, in percent')}
          autoComplete="off"
          value={share}
          error={form.error}
          onChange={form.type}
        />
        <SelectField
          label={t('Model')}
          value={model}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={form.chooseModel}
        />
      </Stack>
    </Dialog>
  );
}

/** Fills the fields with the rule of the label until they are typed or chosen. */
function useRuleForm(labels: Labels, { open, onClose }: Omit<LabelRuleDialogProps, 'labels'>) {
  const [label, setLabel] = useState('production');
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const models = useModelNames(open);
  const asks = labels.labels.find((placed) => placed.label === label)?.asks;
  const names = [...new Set([...models, ...(asks === undefined ? [] : [asks.model])])];
  const share = typed ?? String(Math.round((asks?.share ?? 1) * 1_000) / 10);
  const model = chosen ?? asks?.model ?? names[0] ?? '';

  async function set(next: LabelAsks | null): Promise<void> {
    const problem = await labels.ask(label, next);
    setError(problem ?? undefined);
    if (problem !== null) return;
    setTyped(null);
    setChosen(null);
    onClose();
  }

  return {
    ...{ label, asks, share, model, names, error },
    choose(next: string): void {
      setLabel(next);
      setTyped(null);
      setChosen(null);
      setError(undefined);
    },
    chooseModel: setChosen,
    type(next: string): void {
      setTyped(next);
      setError(undefined);
    },
    async save(): Promise<void> {
      const percent = Number(share.trim().replace(',', '.').replace(/\s*%$/, ''));
      const next = LabelAsks.safeParse({ share: percent / 100, model });
      if (next.success) await set(next.data);
      else if (model === '') setError(t('To run cases, add a model: account menu, "Models".'));
      else setError(t('A number above 0, up to 100.'));
    },
    takeOff: () => set(null),
  };
}
