/** Whose text it is: a device and its server's time, for words only; null where that is not known. */
export type TextAuthor = { device: string; at: string } | null;
