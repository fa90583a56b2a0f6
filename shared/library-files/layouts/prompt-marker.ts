/**
 * The line by which a file of an agent's tool names the prompt that it is: JSON with the id and the exact title, in a
 * comment. In front matter the comment is YAML's, elsewhere that of HTML: no tool reads it as an instruction.
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';

export const PromptMarker = z.object({
  id: Id.optional(),
  title: z.string().optional(),
  /** The front matter was made for the tool, and is no part of the text. */
  adds: z.literal('head').optional(),
  /** The `name` in the front matter is a part of the text. */
  named: z.literal(true).optional(),
  /** Stands at the end of the line that ends the section; absent: nothing. */
  end: z.string().regex(/^\d+$/).optional(),
});
export type PromptMarker = z.infer<typeof PromptMarker>;

/** Returns one line of JSON without what ends a comment of HTML. */
export function writeMarker(marker: PromptMarker): string {
  return JSON.stringify(marker)
    .replaceAll('>', '\\u003e')
    .replaceAll('--', '-\\u002d')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Returns null where it is no marker. */
export function readMarker(json: string): PromptMarker | null {
  try {
    const read = PromptMarker.safeParse(JSON.parse(json));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
