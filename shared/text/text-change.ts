/** UTF-16 units; `from` is never past `to`. */
export type TextSelection = { from: number; to: number };

/** Replaces the range `from..to` by `insert`; the rest of the text is not touched. */
export type TextChange = { from: number; to: number; insert: string };

export type Toggled = { text: string; selection: TextSelection; change: TextChange };
export type ChangeAndSelection = Pick<Toggled, 'change' | 'selection'>;
