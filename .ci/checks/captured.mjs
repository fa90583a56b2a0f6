import { spawn } from 'node:child_process';
import { root } from '../places.mjs';

/**
 * A program's words and its exit code, for a check that reads them.
 * @param {string} file a script of a package, run on this Node
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, words: string }>}
 */
export function captured(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        words += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, words }));
  });
}
