import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

const mostLines = 350;

/** A file past 350 lines usually holds two ideas: a warning, since only a reader can tell. */
export function checkFileSize({ folder = root, files = trackedFiles(folder) } = {}) {
  const sources = files.filter((file) => /\.(tsx?|mjs|css)$/.test(file));
  const sizes = sources.map((file) => ({ file, lines: linesOf(readFileSync(join(folder, file), 'utf8')) }));
  const long = sizes.filter(({ lines }) => lines > mostLines).sort((a, b) => b.lines - a.lines);
  return {
    saw: `${sources.length} files`,
    complaints: sources.length === 0 ? ['no source file was read'] : [],
    warnings: long.map(({ file, lines }) => `${file} has ${lines} lines: split it by idea`),
  };
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
