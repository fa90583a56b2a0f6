/** The app as it is kept on this device; a newer one waits until somebody wants it: nothing here ever reloads by itself. */
export interface AppUpdate {
  /** Begins to keep it, where that has not begun. */
  keep(): void;
  subscribe(listener: () => void): () => void;
  /** `failed`: it was wanted and did not start. */
  state(): 'none' | 'ready' | 'taking' | 'failed';
  /** Takes it, by a reload of this page. */
  take(): void;
}
