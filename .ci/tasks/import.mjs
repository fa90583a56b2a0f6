import { run as promptory } from './promptory.mjs';

/** `npm run import -- --user NAME FILE.jsonl`: the same as `promptory import`. */
export function run(args) {
  return promptory(['import', ...args]);
}
