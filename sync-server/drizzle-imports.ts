/**
 * Resolves what drizzle-orm imports of its own files without its package.json. Node parses the export map in there
 * (179 KB) once for each of some 400 imports, which took two thirds of the CPU time of every start.
 * Import this before anything that imports drizzle-orm, and that dynamically: static imports are resolved together.
 */
import { registerHooks } from 'node:module';

const ownFile = /\/node_modules\/drizzle-orm\/[^?#]+\.js$/;

/** Returns the address of a drizzle-orm file that another one imports, or undefined where Node is to resolve it. */
export function addressOfOwnFile(specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined || !specifier.startsWith('.') || !ownFile.test(parent)) return undefined;
  const { href } = new URL(specifier, parent);
  return ownFile.test(href) ? href : undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    const url = addressOfOwnFile(specifier, context.parentURL);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
