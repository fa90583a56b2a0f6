/** Marks an English sentence that `t` shows later on: a catalogue must have it. */
export function message<Sentence extends string>(sentence: Sentence): Sentence {
  return sentence;
}
