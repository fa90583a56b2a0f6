/** A newer version of the app, which waits until somebody wants it: nothing here ever reloads by itself. */
export interface AppUpdate {
  subscribe(listener: () => void): () => void;
  isReady(): boolean;
  /** Takes it, by a reload of this page. */
  take(): void;
}
