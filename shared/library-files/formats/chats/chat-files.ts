/** Finds the files of a chat export among others, and reads their conversations in bounded memory. */
import { message } from '#shared/language/message.ts';
import { piecesOf } from '../../bytes.ts';
import { FileRefused, type InputFile, type Reason } from '../../files.ts';
import { baseOf, extensionOf, folderOf } from '../../paths.ts';
import type { Folders } from '../../tree/folders.ts';
import { arrayItems } from './array-items.ts';
import { type Conversation, conversationOf } from './conversation.ts';

/** `number`: of a conversation among all of the export, from 1 on; null where it is about the whole file. */
export type ReadConversation =
  | ({ readonly ok: true; readonly path: string; readonly number: number } & Conversation)
  | { readonly ok: false; readonly path: string; readonly number: number | null; readonly reason: Reason };

/** More are no export of a person. */
const mostConversations = 1_000_000;
/** So many items are looked at to know what a list has. */
const looked = 3;

/** Matches files of the account and of feedback, and pages that show the same conversations. */
const besides =
  /^(chat\.html|users?\.json|user_settings\.json|message_feedback\.json|model_comparisons\.json|shared_conversations\.json|export_manifest\.json|memories\.json|conversations\.json\.index)$/i;
/** Matches what was sent in conversations besides texts. */
const attachments = /\.(png|jpe?g|webp|gif|dat|wav|pdf)$/i;

/** `attached`: how many pictures, recordings and other files lie beside the conversations. */
export type ChatFiles = { readonly files: readonly InputFile[]; readonly attached: number };

/** Takes the files of chat exports out of `folders`, with what lies beside them and has no prompts. */
export async function takeChatFiles(folders: Folders): Promise<ChatFiles> {
  const found: InputFile[] = [];
  let attached = 0;
  for (const file of folders.rest()) if (await isChatFile(file)) found.push(file);
  for (const { path } of found) folders.take(path);
  const within = found.map(({ path }) => folderOf(path));
  for (const { path } of within.length === 0 ? [] : folders.rest()) {
    const lies = within.some((folder) => folder === '' || path.startsWith(`${folder}/`));
    if (!lies || !(besides.test(baseOf(path)) || attachments.test(path))) continue;
    if (attachments.test(path)) attached += 1;
    folders.take(path);
  }
  return { files: found, attached };
}

/** Yields the conversations of files in their order; one that cannot be read, and a file that ends too early, with the reason. */
export async function* readConversations(
  files: readonly InputFile[],
  onBytes?: (bytes: number) => void,
): AsyncGenerator<ReadConversation> {
  let number = 0;
  for (const file of files) {
    const { path } = file;
    try {
      for await (const item of arrayItems(file, { onBytes })) {
        number += 1;
        if (number > mostConversations) throw tooMany();
        const read = item.ok ? conversationOf(item.value) : null;
        if (read !== null) yield { ok: true, path, number, ...read };
        else yield { ok: false, path, number, reason: item.ok ? noConversation() : item.reason };
      }
    } catch (failure) {
      if (!(failure instanceof FileRefused)) throw failure;
      yield { ok: false, path, number: null, reason: failure.reason };
    }
  }
}

/** Returns whether the first items of a list are conversations, without reading more of it. */
async function isChatFile(file: InputFile): Promise<boolean> {
  if (extensionOf(file.path) !== '.json' || file.isMissing === true || !(await beginsAsList(file)))
    return false;
  try {
    for await (const item of arrayItems(file)) {
      if (item.ok) return conversationOf(item.value) !== null;
      if (item.index >= looked) return false;
    }
  } catch (failure) {
    if (!(failure instanceof FileRefused)) throw failure;
  }
  return false;
}

async function beginsAsList(file: InputFile): Promise<boolean> {
  try {
    for await (const piece of piecesOf(file))
      return /^\ufeff?\s*\[\s*\{/.test(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece.subarray(0, 256)),
      );
  } catch (failure) {
    if (!(failure instanceof FileRefused)) throw failure;
  }
  return false;
}

function noConversation(): Reason {
  return { sentence: message('It is not a conversation that is read here.') };
}

function tooMany(): FileRefused {
  return new FileRefused({
    sentence: message('There are more than {count, number} conversations. The others are not read.'),
    values: { count: mostConversations },
  });
}
