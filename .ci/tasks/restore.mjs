import { run as promptory } from './promptory.mjs';

/** `npm run restore -- --user NAME [--all | ID ...]`: the same as `promptory restore-deleted`. */
export function run(args) {
  return promptory(['restore-deleted', ...args]);
}
