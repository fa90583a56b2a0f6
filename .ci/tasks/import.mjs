import { isAbsolute, join, resolve } from 'node:path';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** Options whose value is a name, not a file. */
const named = new Set(['--user', '--project']);

/** `npm run import -- --user NAME FILE.jsonl`: FILE is meant from where the person stands. */
export function run(args) {
  const from = process.env.INIT_CWD ?? process.cwd();
  return runChild(process.execPath, [join(root, 'sync-server', 'import-cli.ts'), ...fromWhere(args, from)]);
}

/**
 * @param {readonly string[]} args
 * @param {string} from
 */
export function fromWhere(args, from) {
  return args.map((arg, at) => {
    const isFile = !arg.startsWith('-') && !named.has(args[at - 1]);
    return isFile && !isAbsolute(arg) ? resolve(from, arg) : arg;
  });
}
