/**
 * Gives each sentence of a catalogue a short key, so that a device keeps no English sentences beside the German ones.
 * `.ci/short-catalogue-keys.ts` puts the keys into the build; `t` computes that of the sentence that it is given.
 *
 * A key has 42 bits. A text that is no sentence of a catalogue of 1,500, such as one with a name in it, has the key of
 * one of them by chance once in 2.9 billion texts, and is then shown as that sentence.
 */

/** Translations by the keys of their English sentences. */
export type Catalogue = Readonly<Record<string, string>>;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$';
const keyLength = 7;

/** Returns seven characters, the same in every engine. Guards against chance alone: who wants two alike finds them. */
export function sentenceKey(sentence: string): string {
  let low = sentence.length;
  let high = 0x2545f491;
  for (let at = 0; at < sentence.length; at += 1) {
    low = Math.imul(low ^ sentence.charCodeAt(at), 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(high ^ low, 0x85ebca6b);
    high ^= high >>> 13;
  }
  let rest = (high >>> 0) * 1024 + (low >>> 22);
  let key = '';
  while (key.length < keyLength) {
    key += digits[rest % digits.length];
    rest = Math.floor(rest / digits.length);
  }
  return key;
}
