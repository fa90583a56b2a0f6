import type { Plugin } from 'vite';

/** Ends the ids of the modules of the copy. */
const mark = '?of-sdk';
const inSdk = /[\\/]node_modules[\\/](ai|@ai-sdk)[\\/]/;

/**
 * Gives the AI SDK a copy of zod of its own. It uses parts of zod that the app does not, and every start of the app
 * would load them for a run that most people never begin. The setting of `zod-without-eval.ts` is zod's for all copies.
 */
export function ownZodOfSdk(): Plugin {
  return {
    name: 'own-zod-of-sdk',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const isOfCopy = importer.endsWith(mark);
      if (!isOfCopy && !(inSdk.test(importer) && /^zod(\/|$)/.test(source))) return null;
      const found = await this.resolve(source, isOfCopy ? importer.slice(0, -mark.length) : importer, {
        skipSelf: true,
      });
      return found === null ? null : { ...found, id: `${found.id}${mark}` };
    },
  };
}
