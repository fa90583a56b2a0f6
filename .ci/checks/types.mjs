import { join } from 'node:path';
import { modulesFolder } from '../places.mjs';
import { captured } from './captured.mjs';

/** The service worker has a program of its own: the types of a page and of a worker exclude each other. */
const programs = [
  { folder: '.', fewest: 100 },
  { folder: join('web', 'service-worker'), fewest: 1 },
];

export async function checkTypes() {
  const complaints = [];
  let seen = 0;
  for (const { folder, fewest } of programs) {
    const { code, words } = await captured(join(modulesFolder, 'typescript', 'bin', 'tsc'), [
      '-p',
      folder,
      '--listFiles',
      '--pretty',
      'false',
    ]);
    // The files come as whole paths, one a line; what is wrong comes with a place in a relative one.
    const lines = words.split('\n').filter((line) => line.trim() !== '');
    const isFile = (line) => /^(\/|[A-Za-z]:[\\/]).*\.\w+$/.test(line);
    const own = lines.filter((line) => isFile(line) && !line.includes('node_modules'));
    seen += own.length;
    if (code !== 0)
      complaints.push(lines.filter((line) => !isFile(line)).join('\n') || `tsc -p ${folder} failed`);
    if (own.length < fewest) complaints.push(`tsc -p ${folder} read only ${own.length} files of ours`);
  }
  return { saw: `${seen} files`, complaints };
}
