import { useEffect, useRef } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';

interface NewLinkProps {
  readonly link: string;
  notify(toast: ToastRequest): void;
}

/** Shows the link of an invitation this one time: the server has only its hash. */
export function NewLink({ link, notify }: NewLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  async function copy(): Promise<void> {
    try {
      await copyText(window, link);
      notify({ title: t('Copied to clipboard') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }

  return (
    <div className="account-link">
      <FieldFrame
        label={t('Link of the invitation')}
        hint={t('It is shown only now. Send it to one person.')}
      >
        {(ties) => <input className="ui-control" {...ties} ref={field} type="text" value={link} readOnly />}
      </FieldFrame>
      <Button icon={<LuCopy />} onClick={() => void copy()}>
        {t('Copy link')}
      </Button>
    </div>
  );
}
