import type { Language } from '#shared/language/languages.ts';
import type { Library } from '../data/database/library.ts';
import type { Clock } from '../ui/clock.ts';
import type { PageAddress } from './address.ts';
import type { AppUpdate } from './app-update.ts';
import type { RunEngineOfLibrary } from './run-engine-type.ts';
import type { RunningSync } from './running-sync.ts';
import type { Session } from './session.ts';

/** Which of several tabs keeps the connection to the server. */
export interface Leadership {
  subscribe(listener: () => void): () => void;
  /** Null while no tab does: nobody is signed in. */
  leads(): boolean | null;
}

export interface DeviceNotesProps {
  readonly leadership: Leadership;
  /** Whether the address is a secure context (https, or this very machine). */
  readonly secure: boolean;
}

/** The readiness of this device, as the browser reports it. */
export type Readiness = {
  /**
   * The app itself: `kept` whole, byte for byte; `missing`: not yet; `damaged`: something of it is missing or is
   * not what it should be; `unknown`: it could not be looked at; `impossible`: the address is not secure, and
   * browsers keep no app of such a one.
   */
  app: 'kept' | 'missing' | 'damaged' | 'unknown' | 'impossible';
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
  /** The browser deletes what a site stored that was not opened for seven days, unless it is on the Home Screen. */
  forgetsUnvisited?: boolean;
};

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

/** Everything that an open library lends to its screens (`open-library-context.ts`). */
export interface OpenLibraryProps {
  readonly library: Library;
  readonly sync: RunningSync;
  readonly models: RunEngineOfLibrary;
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
