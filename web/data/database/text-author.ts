/** Whose text it is: a device and its server's time, for words only; null for another tab of this device. */
export type TextAuthor = { device: string; at: string } | null;
