/** Reads and writes the cursors of lists: JSON that a client repeats, and that is checked as anything that it sends. */
import type { z } from 'zod';
import { invalidParams } from './caller.ts';

export function cursorOf(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws an error of the protocol where no list of ours has this cursor. */
export function placeIn<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor.slice(0, 1_000), 'base64url').toString()));
  } catch {
    throw invalidParams('This cursor is not one of this list.');
  }
}
