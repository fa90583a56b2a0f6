import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';

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
      <Button type="submit" variant="solid" loading={pending} loadingText={pendingText}>
        {submit}
      </Button>
    </>
  );
}
