/** `promptory COMMAND`, or `npm run promptory -- COMMAND`: the command line tool in its world. */
import { text } from 'node:stream/consumers';
import { freeBytes } from '../storage/data-folder/read-free-bytes.ts';
import { askSecret } from './ask-secret.ts';
import { runProgram } from './program.ts';

// Keeps what a command writes from everybody else.
process.umask(0o077);
// A reader that has enough, like `head`, is no failure.
process.stdout.on('error', () => process.exit());

process.exitCode = await runProgram(
  {
    variables: process.env,
    // npm runs scripts in the project's folder, and remembers where the person stood.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    now: Date.now,
    write: (line) => process.stdout.write(line),
    writeError: (line) => process.stderr.write(line),
    isTerminal: process.stderr.isTTY === true,
    freeBytes,
    readInput: () => text(process.stdin),
    askSecret: process.stdin.isTTY
      ? (question) => askSecret(question, { input: process.stdin, output: process.stderr })
      : undefined,
  },
  process.argv.slice(2),
);
