import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a question on a terminal and reads a line; nothing of what is typed is shown. */
export async function askSecret(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<string> {
  output.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: unseen, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    output.write('\n');
  }
}
