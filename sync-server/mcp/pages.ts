/** Reads and writes the cursors of lists: JSON that a client repeats, and that is checked as anything that it sends. */
import type { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { invalidParams } from './caller.ts';

/** Room for the longest name of a project and the longest title, escaped. */
const longest = 8 * (limits.projectNameLength + limits.promptTitleLength) + 200;

export function cursorOf(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws an error of the protocol where no list of ours has this cursor. */
export function placeIn<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor.slice(0, longest), 'base64url').toString()));
  } catch {
    throw invalidParams('This cursor is not one of this list.');
  }
}
