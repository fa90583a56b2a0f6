import { languageTag } from '../language/translate.ts';

const units = ['KB', 'MB', 'GB'] as const;

/** A size as people read it: whole bytes, then KB, MB and GB of 1024 each, with one decimal. Spec section 9. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 Byte' : `${bytes} Bytes`;
  let amount = bytes / 1024;
  let unit = 0;
  // Compared as it will be shown: 1023.96 KB would be written "1024.0 KB".
  while (Number(amount.toFixed(1)) >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const shown = amount.toFixed(1);
  return `${languageTag() === 'de' ? shown.replace('.', ',') : shown} ${units[unit]}`;
}
