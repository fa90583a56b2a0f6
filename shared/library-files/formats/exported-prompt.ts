import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { variableMarks } from '#shared/templates/variables.ts';

/** A prompt that leaves for another tool. */
export type ExportedPrompt = {
  readonly id: number;
  readonly project: string;
  readonly title: string;
  /** With its snippets inserted; a reference that is left is plain text there. */
  readonly text: string;
  readonly valueSets: readonly Pick<ValueSet, 'name' | 'values'>[];
  readonly settings?: PromptSettings | undefined;
  /** An ISO time. */
  readonly modified: string;
};

export type TextPiece = { readonly kind: 'literal' | 'variable'; readonly text: string };

/** Returns a text as what stands in it and the variables between, in their order; no literal is empty. */
export function textPiecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { start, end: next, name } of variableMarks(text)) {
    if (start > end) pieces.push({ kind: 'literal', text: text.slice(end, start) });
    pieces.push({ kind: 'variable', text: name });
    end = next;
  }
  if (end < text.length) pieces.push({ kind: 'literal', text: text.slice(end) });
  return pieces;
}
