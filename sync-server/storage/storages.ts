import type { AccountsStorage, SessionsStorage } from './accounts-port.ts';
import type { AdministrationStorage } from './administration-port.ts';
import type { InvitationsStorage } from './invitations-port.ts';
import type { LibraryStorage } from './library-port.ts';

/** Everything that a server stores, but for the bytes of files. */
export type Storages = {
  accounts: AccountsStorage;
  sessions: SessionsStorage;
  administration: AdministrationStorage;
  invitations: InvitationsStorage;
  library: LibraryStorage;
  /** Writes something and takes it back; throws where nothing can be written. */
  probeWrite(): Promise<void>;
  close(): Promise<void>;
};
