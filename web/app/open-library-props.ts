import type { Language } from '#shared/language/languages.ts';
import type { Library } from '../data/database/library.ts';
import type { Readiness } from '../features/sync-status/centre/flight-lines.ts';
import type { DeviceNotesProps } from '../features/sync-status/device-notes.tsx';
import type { RunningSync } from '../session/running-sync.ts';
import type { Session } from '../session/session.ts';
import type { Clock } from '../ui/clock.ts';
import type { PageAddress } from './address.ts';
import type { AppUpdate } from './app-update.ts';

/** Reads and prepares how far this device can be used without a network. */
export interface OfflineUse extends DeviceNotesProps {
  readiness(): Promise<Readiness>;
  prepare(): Promise<void>;
  /** Has a language kept for when there is no network; resolves to whether it is. */
  keepLanguage(language: Language): Promise<boolean>;
  /** Undefined: nothing here installs an app. */
  readonly installation?: Installation;
}

/** How this page can become an app of the device. */
export interface Installation {
  subscribe(listener: () => void): () => void;
  /** `prompt`: the browser asks; `steps`: the person does it by the browser's own menu; null: it cannot, or is one. */
  offer(): 'prompt' | 'steps' | null;
  /** Has the browser ask. */
  ask(): Promise<void>;
}

/** Keeps what other programs shared with the installed app until it is imported. */
export interface SharedInbox {
  list(): Promise<File[]>;
  clear(): Promise<void>;
}

export interface OpenLibraryProps {
  readonly library: Library;
  readonly sync: RunningSync;
  readonly session: Session;
  readonly address: PageAddress;
  readonly update: AppUpdate;
  readonly offline: OfflineUse;
  readonly inbox: SharedInbox;
  /** For pauses. */
  readonly clock: Clock;
  /** For dates: milliseconds since 1970. */
  readonly now: () => number;
}
