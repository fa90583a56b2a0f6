#!/usr/bin/env node
/** `promptory COMMAND`, or `npm run promptory -- COMMAND`: the command line tool in its world. */
import { runProgram } from './program.ts';

// What a command writes is nobody else's to read.
process.umask(0o077);
// A reader that has enough, like `head`, is no failure.
process.stdout.on('error', () => process.exit());

process.exitCode = await runProgram(
  {
    variables: process.env,
    // npm runs scripts in the project's folder, and remembers where the person stood.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    now: Date.now,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  },
  process.argv.slice(2),
);
