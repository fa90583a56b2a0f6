import { z } from 'zod';

const encoder = new TextEncoder();

export function utf8Bytes(text: string): number {
  // Three bytes a unit is the most there can be: most texts never need the exact count.
  return encoder.encode(text).byteLength;
}

/**
 * A text that can be stored and sent without changing a byte: UTF-8 has no lone surrogates, so a text
 * with one is refused here instead of being altered silently on the way to the disk.
 */
export function exactText(maxBytes: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed(), 'The text holds half of a character pair.')
    .refine(
      (text) => text.length * 3 <= maxBytes || utf8Bytes(text) <= maxBytes,
      `The text is larger than ${Math.floor(maxBytes / 1024)} KB.`,
    );
}

/** Empty and whitespace-only texts are never saved over a prompt's text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
