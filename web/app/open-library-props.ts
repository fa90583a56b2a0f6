import type { Library } from '../data/database/library.ts';
import type { DeviceNotesProps } from '../features/sync-status/device-notes.tsx';
import type { Readiness } from '../features/sync-status/flight-lines.ts';
import type { Clock } from '../ui/clock.ts';
import type { PageAddress } from './address.ts';
import type { AppUpdate } from './app-update.ts';
import type { RunningSync } from './running-sync.ts';
import type { Session } from './session.ts';

/** Reads and prepares how far this device can be used without a network. */
export interface OfflineUse extends DeviceNotesProps {
  readiness(): Promise<Readiness>;
  prepare(): Promise<void>;
}

export interface OpenLibraryProps {
  readonly library: Library;
  readonly sync: RunningSync;
  readonly session: Session;
  readonly address: PageAddress;
  readonly update: AppUpdate;
  readonly offline: OfflineUse;
  /** For pauses. */
  readonly clock: Clock;
  /** For dates: milliseconds since 1970. */
  readonly now: () => number;
}
