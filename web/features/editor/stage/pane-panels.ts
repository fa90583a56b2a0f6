/** A panel beside a text, as the tool that shows and hides it has it. */
export type PanelSwitch = { readonly isShown: boolean; toggle(): void };

/** The panels beside the text of a pane; null for one that nobody shows. */
export type PanePanels = {
  readonly variables: PanelSwitch | null;
  readonly notes: PanelSwitch | null;
  readonly versions: PanelSwitch | null;
  /** Hides all of them: where they lie over the text, to go back to it. */
  hide(): void;
  /** Called with whether they lie over the text, at every change. */
  onOver(isOver: boolean): void;
};
