import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with our input and output; resolves to its exit code (128 + the signal's number where a
 * signal ended it). A signal that we get is the child's to answer: we stay until it has ended.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of forwarded) process.on(signal, pass);
    const settle = () => {
      for (const signal of forwarded) process.off(signal, pass);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0));
    });
  });
}
