/**
 * Holds the messages of a chat export, packed, in the order of the files.
 *
 * 1. A portion has some hundred messages, those of the person apart from the answers, so that a search for the first
 *    unpacks no more than it needs.
 * 2. It is bounded: what finds no room is left out, and the caller names that.
 */

import type { PickedMessage } from '#shared/library-files/formats/chats/chat-options.ts';
import type { ChatMessage } from '#shared/library-files/formats/chats/conversation.ts';

/** `key`: its number among all messages, from 0 on. */
export type PackedMessage = Omit<PickedMessage, 'id'> & { readonly key: number };

type Packed = { readonly isDeflated: boolean; readonly bytes: Uint8Array<ArrayBuffer> } | null;
type Portion = { readonly first: number; readonly end: number } & Readonly<
  Record<ChatMessage['role'], Packed>
>;

/** UTF-16 units of the texts of a portion, about. */
const portionUnits = 1024 * 1024;

export class PackedMessages {
  readonly #most: number;
  readonly #portions: Portion[] = [];
  #waiting: PackedMessage[] = [];
  #units = 0;
  #count = 0;
  #bytes = 0;

  /** `most`: bytes, when they are packed. */
  constructor(most: number) {
    this.#most = most;
  }

  get portions(): number {
    return this.#portions.length;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#most;
  }

  /** Resolves when there is room for the next one. */
  async add(message: Omit<PackedMessage, 'key'>): Promise<void> {
    if (this.isFull) return;
    this.#waiting.push({ ...message, key: this.#count });
    this.#count += 1;
    this.#units += message.text.length + message.title.length;
    if (this.#units >= portionUnits) await this.flush();
  }

  /** Packs what waits for more, at the end. */
  async flush(): Promise<void> {
    const messages = this.#waiting;
    if (messages.length === 0) return;
    this.#waiting = [];
    this.#units = 0;
    const of = (role: ChatMessage['role']) => packed(messages.filter((each) => each.role === role));
    const [user, assistant] = [await of('user'), await of('assistant')];
    this.#bytes += (user?.bytes.length ?? 0) + (assistant?.bytes.length ?? 0);
    this.#portions.push({ first: this.#count - messages.length, end: this.#count, user, assistant });
  }

  /** Resolves to the messages of a portion in their order; `answers`: also those that are no messages of the person. */
  async portion(index: number, answers: boolean): Promise<PackedMessage[]> {
    const portion = this.#portions[index];
    if (portion === undefined) return [];
    const own = await unpacked(portion.user);
    if (!answers) return own;
    return [...own, ...(await unpacked(portion.assistant))].sort((a, b) => a.key - b.key);
  }

  /** Resolves to the messages of these keys, in their order. */
  async pick(keys: readonly number[]): Promise<PackedMessage[]> {
    const wanted = new Set(keys);
    const found: PackedMessage[] = [];
    for (const [index, { first, end }] of this.#portions.entries()) {
      if (!keys.some((key) => key >= first && key < end)) continue;
      found.push(...(await this.portion(index, true)).filter(({ key }) => wanted.has(key)));
    }
    return found;
  }
}

async function packed(messages: readonly PackedMessage[]): Promise<Packed> {
  if (messages.length === 0) return null;
  const text = JSON.stringify(messages);
  if (typeof CompressionStream === 'undefined') {
    return { isDeflated: false, bytes: new TextEncoder().encode(text) };
  }
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return { isDeflated: true, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

async function unpacked(part: Packed): Promise<PackedMessage[]> {
  if (part === null) return [];
  const { isDeflated, bytes } = part;
  if (!isDeflated) return JSON.parse(new TextDecoder().decode(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}
