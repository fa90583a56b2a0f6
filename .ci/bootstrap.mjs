/**
 * The door of every npm script: `node .ci/bootstrap.mjs TASK [arguments]`. It must run on any Node >= 18,
 * since it is what brings the Node that everything else needs.
 * 1. The packages of package-lock.json are there before a task starts; only one start installs at a time.
 * 2. A task runs on the Node that npm brought; where that one does not run, on a Node that is new enough.
 * 3. Signals reach the task, and its exit code comes back. Nothing here writes to standard output.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { provideHeadlessShell } from './browser.mjs';
import { ensureInstalled } from './installation.mjs';
import { root } from './places.mjs';
import { runChild } from './run-child.mjs';
import { chooseNode } from './runtime.mjs';

const tasksFolder = join(root, '.ci', 'tasks');

async function main([task, ...args]) {
  const file = join(tasksFolder, `${task}.mjs`);
  if (task === undefined || !/^[a-z-]+$/.test(task) || !existsSync(file)) {
    const known = readdirSync(tasksFolder).flatMap((name) => /^([a-z-]+)\.mjs$/.exec(name)?.[1] ?? []);
    console.error(`Say what to do: node .ci/bootstrap.mjs ${known.join(' | ')}`);
    return 2;
  }
  // What a person names is relative to where they stand; everything else is relative to the project.
  process.env.INIT_CWD ??= process.cwd();
  process.chdir(root);
  const started = performance.now();
  // Both wait for servers most of the time, and neither needs the other.
  const [replaced] = await Promise.all([
    ensureInstalled(),
    task.startsWith('test') && provideHeadlessShell(),
  ]);
  // Of the first process alone: the one that runs on npm's Node finds everything there.
  process.env.INSTALL_MS ??= String(Math.round(performance.now() - started));
  const node = chooseNode({ replaced });
  if (node === undefined) {
    console.error(
      'No Node that runs Promptory: the one that npm brings does not run here (were install scripts switched off?), ' +
        `and this one is ${process.version}. Install Node 24 or later, or remove node_modules and try again.`,
    );
    return 1;
  }
  if (node.running) {
    const { run } = await import(pathToFileURL(file).href);
    return run(args);
  }
  return runChild(node.path, [...process.execArgv, join(root, '.ci', 'bootstrap.mjs'), task, ...args]);
}

const code = await main(process.argv.slice(2));
// A task that serves ends its process itself.
if (code !== undefined) process.exit(code);
