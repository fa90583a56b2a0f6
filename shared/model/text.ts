import { z } from 'zod';
import { messages } from './messages.ts';

/**
 * Returns how many bytes a text has in UTF-8, as TextEncoder writes it: half a pair is U+FFFD there, which has three. It
 * is counted, not encoded: a save of a megabyte asks several times.
 */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x8_00 ? 1 : 2;
    // The two units of a pair have four bytes together.
    if (isFirstOfPair(unit) && isSecondOfPair(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

const isFirstOfPair = (unit: number) => unit >= 0xd8_00 && unit < 0xdc_00;
const isSecondOfPair = (unit: number) => unit >= 0xdc_00 && unit < 0xe0_00;

/**
 * A text that can be stored and sent without changing a byte: UTF-8 has no lone surrogates and PostgreSQL no U+0000,
 * so a text with one is refused here instead of being altered silently on the way to the disk.
 */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed(), messages.halfPair)
  .refine((text) => !text.includes('\0'), messages.nullCharacter);

/** Whether every text in a JSON value, its keys too, can be stored and sent without changing a byte. */
export function isStorableJson(value: object): boolean {
  let isStorable = true;
  JSON.stringify(value, (key: string, part: unknown) => {
    const texts = typeof part === 'string' ? [key, part] : [key];
    isStorable &&= texts.every((text) => storableText.safeParse(text).success);
    return part;
  });
  return isStorable;
}

/** The same text with U+FFFD in place of what cannot be stored. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

export function exactText(maxBytes: number) {
  return storableText.refine(
    (text) => text.length * 3 <= maxBytes || utf8Bytes(text) <= maxBytes,
    `The text is larger than ${Math.floor(maxBytes / 1024)} KB.`,
  );
}

/** Empty and whitespace-only texts are never saved over a prompt's text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
