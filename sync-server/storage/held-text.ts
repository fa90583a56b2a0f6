import type { FeedItem } from './library-port.ts';

/** Returns whether this client changed the row last and sent the text that is current: it need not get it back. */
export function isTextHeldBy(client: string | null, { stored: { by }, textBy }: FeedItem): boolean {
  return client !== null && by?.client === client && textBy === client;
}
