import type { ReactNode } from 'react';
import type { PanelId } from './panel-columns.ts';

/** A panel beside a text, as the tool that shows and hides it has it: shown is one that is seen, behind no other's tab. */
export type PanelSwitch = { readonly isShown: boolean; toggle(): void };

/** The panels beside the text of a pane; null for one that nobody shows. */
export type PanePanels = {
  readonly variables: PanelSwitch | null;
  readonly settings: PanelSwitch | null;
  readonly tryIt: PanelSwitch | null;
  readonly notes: PanelSwitch | null;
  readonly versions: PanelSwitch | null;
  /** The one that was asked for last. */
  readonly front: PanelId | null;
  /** Shows one that lies behind another's tab. */
  bringToFront(id: PanelId): void;
  /** Hides all of them: where they lie over the text, to go back to it. */
  hide(): void;
  /** Called with how many columns of them there is room for, at every change. */
  onRoom(columns: number): void;
};

/** A panel that is open beside a text. */
export type BesidePanel = {
  readonly id: PanelId;
  readonly title: string;
  readonly content: ReactNode;
  /** It is in a window of its own, and takes no room here. */
  readonly isApart?: boolean;
};
