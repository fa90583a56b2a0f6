import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';

/** Names the kept text of a conflict by the device or program that it came from; null where that is not known. */
export function keptLabel(origin: string | null): string {
  switch (origin) {
    case null:
      return t('Kept text');
    case 'another tab':
      return t('Kept text from another tab');
    case 'another device':
      return t('Kept text from another device');
    case 'another program':
      return t('Kept text from another program');
    default:
      return t('Kept text from {device}', { device: isolatedName(origin) });
  }
}
