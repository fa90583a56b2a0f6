import { t } from '#shared/language/translate.ts';
import { type PageAddress, type RowAddress, writeAddress } from '../../session/address.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

type Copying = { readonly page: PageAddress; notify(toast: ToastRequest): void };

/** Puts the whole address of a row on the clipboard, for another window, device or bookmark of the same account. */
export async function copyLink(address: RowAddress, { page, notify }: Copying): Promise<void> {
  try {
    await copyText(window, page.linkTo(writeAddress(address)));
    notify({
      title: t('Link copied'),
      description: t('The link opens on every device where you are signed in.'),
    });
  } catch {
    const description = t('Could not copy to clipboard. Please try again.');
    notify({ title: t('Failed to copy'), description, kind: 'destructive' });
  }
}
