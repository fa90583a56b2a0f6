import type { Plugin } from 'vite';
import { type Catalogue, sentenceKey } from '../shared/language/sentence-key.ts';

/**
 * Puts a short key in the place of each English sentence of a catalogue, in the build, for development and in tests.
 * `keyOf` is the app's own but in tests of what two sentences with one key do.
 */
export function shortCatalogueKeys(keyOf = sentenceKey): Plugin {
  return {
    name: 'short-catalogue-keys',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]shared[\\/]language[\\/]\w+\.json$/ },
      handler: (code) => ({ code: JSON.stringify(withKeys(JSON.parse(code), keyOf)), map: null }),
    },
  };
}

/** Throws where two sentences have one key, and names both: one of them has to be written in another way. */
function withKeys(written: Readonly<Record<string, string>>, keyOf: (sentence: string) => string): Catalogue {
  const sentences = new Map<string, string>();
  for (const sentence of Object.keys(written)) {
    const key = keyOf(sentence);
    const other = sentences.get(key);
    if (other !== undefined) {
      throw new Error(`'${other}' and '${sentence}' have the same key in the catalogue. Change one of them.`);
    }
    sentences.set(key, sentence);
  }
  return Object.fromEntries([...sentences].map(([key, sentence]) => [key, written[sentence] ?? sentence]));
}
