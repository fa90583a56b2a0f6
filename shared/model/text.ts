import { z } from 'zod';
import { messages } from './messages.ts';

const encoder = new TextEncoder();

export function utf8Bytes(text: string): number {
  // Three bytes a unit is the most there can be: most texts never need the exact count.
  return encoder.encode(text).byteLength;
}

/**
 * A text that can be stored and sent without changing a byte: UTF-8 has no lone surrogates and PostgreSQL no U+0000,
 * so a text with one is refused here instead of being altered silently on the way to the disk.
 */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed(), messages.halfPair)
  .refine((text) => !text.includes('\0'), messages.nullCharacter);

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
