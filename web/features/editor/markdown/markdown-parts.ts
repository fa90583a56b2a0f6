import type { RootContent } from 'hast';
import type { Role } from '#shared/templates/chat.ts';
import type { WrittenPrompt } from '#shared/templates/shown-prompt.ts';

/** A stretch of a rendered text, in order, small enough to be drawn at once. */
export type MarkdownPart =
  /** A message of a chat begins: what follows is its content. */
  | { readonly kind: 'message'; readonly role: Role }
  /** Blocks that stand below each other; `nodes` counts their elements and texts. */
  | { readonly kind: 'formatted'; readonly blocks: readonly RootContent[]; readonly nodes: number }
  /** Source that is too intricate or too large to be formatted, in pieces as `textPieces` cuts them. */
  | { readonly kind: 'plain'; readonly text: string };

/** A text to be read as Markdown, and how. */
export type MarkdownSource = {
  readonly text: string;
  /** A single line break stays one; in Markdown it is a space. */
  readonly keepsBreaks: boolean;
  /** Null for the text of a file: nothing in it is a variable. */
  readonly prompt: WrittenPrompt | null;
};

/** To the worker. The latest request counts; one that is stopped ends with the section it is in. */
export type ReadRequest = {
  readonly job: number;
  readonly source: MarkdownSource;
  /** The offset to begin at, in UTF-16 units; the start of a section. */
  readonly from: number;
  /** Whether code in the first section stays without colors: they took too long before. */
  readonly isFirstUncolored: boolean;
};

/** From the worker, as it goes along. */
export type ReadReport =
  /** The text that is read, where that is another: the one with its values; `from` counts in it. */
  | { readonly kind: 'text'; readonly job: number; readonly text: string }
  | { readonly kind: 'parsing' | 'coloring'; readonly job: number; readonly from: number }
  | { readonly kind: 'parts'; readonly job: number; readonly parts: readonly MarkdownPart[] }
  /** `from`: what follows could not be read as Markdown. */
  | { readonly kind: 'failed'; readonly job: number; readonly from: number }
  | { readonly kind: 'ended'; readonly job: number };
