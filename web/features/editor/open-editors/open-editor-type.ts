import type { Role } from '#shared/templates/chat.ts';
import type { TextFormat } from '#shared/text/toggle-format.ts';
import type { SaveVersionOutcome } from '../binding/editor-binding.ts';
import type { MessageFolds } from '../engine/source-editor.ts';
import type { FindSurface } from '../find/find-surface.ts';
import type { FoldedMessages } from '../markdown/folded-messages.ts';
import type { SnippetSurface } from '../snippets/snippet-surface.ts';

/** A text on the screen: what the toolbar and the keys can do with it. */
export type OpenEditor = {
  text(): string;
  /** Calls the listener after every change of the text, whatever its origin; returns how to stop. */
  onText(listener: () => void): () => void;
  format(format: TextFormat): void;
  /** Puts another text in place of the whole one, as one step that can be undone; returns whether it may be changed. */
  replaceAll(text: string): boolean;
  /** False: nothing more that way. */
  step(direction: 'undo' | 'redo'): boolean;
  /** Begins a message of a role at the caret. */
  insertMessage(role: Role): void;
  /** Folds messages where the text is written. */
  readonly folds: MessageFolds;
  /** The messages that are folded where it is read. */
  readonly readFolds: FoldedMessages;
  /** The text as something that can be searched. */
  readonly finding: FindSurface;
  /** The text as something in which references to snippets are completed and looked at. */
  readonly snippets: SnippetSurface;
  saveVersion(description: string): Promise<SaveVersionOutcome>;
  /** Writes at once; returns whether the text is saved then. */
  save(): Promise<boolean>;
  flushForGood(): Promise<void>;
  focus(): void;
  close(): void;
};
