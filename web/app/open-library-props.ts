import type { Library } from '../data/library.ts';
import type { Clock } from '../ui/clock.ts';
import type { AppUpdate } from './app-update.ts';
import type { RunningSync, Session } from './session.ts';

export interface OpenLibraryProps {
  readonly library: Library;
  readonly sync: RunningSync;
  readonly session: Session;
  readonly update: AppUpdate;
  /** For pauses. */
  readonly clock: Clock;
  /** For dates: milliseconds since 1970. */
  readonly now: () => number;
}
