import { useEffect, useRef } from 'react';
import { LuCopy } from 'react-icons/lu';
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
      notify({ title: 'Copied to clipboard' });
    } catch {
      const description = 'Could not copy to clipboard. Please try again.';
      notify({ title: 'Failed to copy', description, kind: 'destructive' });
    }
  }

  return (
    <div className="account-link">
      <FieldFrame label="Link of the invitation" hint="It is shown only now. Send it to one person.">
        {(ties) => <input className="ui-control" {...ties} ref={field} type="text" value={link} readOnly />}
      </FieldFrame>
      <Button icon={<LuCopy />} onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  );
}
