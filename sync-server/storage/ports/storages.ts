import type { AccountsStorage, SessionsStorage } from './accounts-port.ts';
import type { AdministrationStorage } from './administration-port.ts';
import type { ApiTokensStorage } from './api-tokens-port.ts';
import type { InvitationsStorage } from './invitations-port.ts';
import type { LibraryStorage } from './library-port.ts';
import type { ReadLinksStorage } from './links/read-links-port.ts';
import type { ModelUsageStorage } from './models/model-usage-port.ts';
import type { Nodes } from './nodes-port.ts';
import type { OpenThrottle } from './throttle-port.ts';
import type { WebhooksStorage } from './webhooks-port.ts';

/** In bytes, but for the number of `blobs`. */
export type StorageSize = {
  databaseBytes: number;
  databaseFreeBytes: number;
  blobs: number;
  blobBytes: number;
};

/** Everything that a server stores, but for the bytes of files. */
export type Storages = {
  accounts: AccountsStorage;
  sessions: SessionsStorage;
  administration: AdministrationStorage;
  invitations: InvitationsStorage;
  apiTokens: ApiTokensStorage;
  library: LibraryStorage;
  webhooks: WebhooksStorage;
  modelUsage: ModelUsageStorage;
  readLinks: ReadLinksStorage;
  throttle: OpenThrottle;
  nodes: Nodes;
  /** Writes something and takes it back; throws where nothing can be written. */
  probeWrite(): Promise<void>;
  /** The numbers of the latest migration that was applied and of the latest that this server knows. */
  migrations(): Promise<{ applied: number; newest: number }>;
  measure(): Promise<StorageSize>;
  /** Gives unused room back to the disk, in portions between other work. Returns the bytes. */
  shrink(): Promise<number>;
  close(): Promise<void>;
};
