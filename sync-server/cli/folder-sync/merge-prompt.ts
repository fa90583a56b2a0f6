/**
 * Decides what a prompt becomes of its three states: the last one in common, the file's, the server's.
 *
 * Texts merge as on a device (`shared/merge`): where both sides changed the same words, the file's text stays, and the
 * server's becomes a version that waits for a review. A title is the file's if the file's has changed.
 */
import { mergeText } from '#shared/merge/merge-text.ts';
import { isBlank, storable } from '#shared/model/text.ts';

export type PromptState = { title: string; text: string };

export type MergedPrompt = PromptState & {
  /** The server's text is not part of it, and must be kept. */
  overlap: boolean;
};

/** `base`: null where nothing is known to be in common; its text is null where that was lost. */
export function mergePrompt(
  base: { title: string; text: string | null } | null,
  file: PromptState,
  server: PromptState,
): MergedPrompt {
  const title = base !== null && file.title === base.title ? server.title : file.title;
  if (file.text === server.text) return { title, text: file.text, overlap: false };
  // A library takes no empty text in place of another one.
  if (isBlank(file.text)) return { title, text: server.text, overlap: false };
  if (base === null || base.text === null) return { title, text: file.text, overlap: !isBlank(server.text) };
  const { text, overlap } = mergeText(base.text, file.text, server.text);
  return { title, text: storable(text), overlap };
}
