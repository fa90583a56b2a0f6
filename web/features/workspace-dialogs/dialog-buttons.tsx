import { t } from '#shared/language/translate.ts';
import { Button } from '../../ui/button.tsx';

export interface DialogButtonsProps {
  onCancel(): void;
  readonly submit: string;
  readonly pending: boolean;
  readonly pendingText: string;
}

export function DialogButtons({ onCancel, submit, pending, pendingText }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" tone="primary" pending={pending} pendingText={pendingText}>
        {submit}
      </Button>
    </>
  );
}
