/** Describes a file and its upload, on its row and to a screen reader. */
import { t } from '#shared/language/translate.ts';
import type { ResourceItem } from '../../data/resources/resources.ts';

/** Null: nothing is under way, and nothing is missing. */
export function uploadWords({ resource, here, upload }: ResourceItem): string | null {
  if (upload === null) return here || resource.available ? null : t('Not sent yet by its own device');
  switch (upload.state) {
    case 'waiting':
      return upload.sent > 0
        ? t('Waiting to upload, {percent}% sent', { percent: percent(upload) })
        : t('Waiting to upload');
    case 'sending':
      return t('Uploading, {percent}%', { percent: percent(upload) });
    case 'refused':
      return upload.reason === null
        ? t('Upload refused')
        : t('Upload refused: {reason}', { reason: t(upload.reason) });
    case 'cancelled':
      return t('Upload cancelled');
  }
}

export function percent({ sent, total }: { readonly sent: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((sent / total) * 100));
}

export function canCancel(item: ResourceItem): boolean {
  return item.upload?.state === 'waiting' || item.upload?.state === 'sending';
}

export function canRetry(item: ResourceItem): boolean {
  return item.upload?.state === 'refused';
}
