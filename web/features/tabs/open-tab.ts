/** A tab of an open prompt, as it is drawn. */
export interface OpenTab {
  readonly id: number;
  readonly title: string;
  readonly projectName: string;
  /** The project's colour as it is stored. */
  readonly color: string;
  /** It was deleted on another device; the tab stays until it is closed. */
  readonly isGone: boolean;
}
