import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

const binary = new Set(['.png', '.ico', '.woff2', '.sqlite', '.gz']);
const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };

/** Finds keys, tokens and passwords of known services in the files of the project: what is pushed once is known. */
export async function checkSecrets({ folder = root, files = trackedFiles(folder) } = {}) {
  const texts = files.filter((file) => !binary.has(extname(file)));
  const complaints = [];
  for (const file of texts) {
    const source = {
      filePath: file,
      content: readFileSync(join(folder, file), 'utf8'),
      ext: extname(file),
      contentType: 'text',
    };
    const { messages } = await lintSource({
      source,
      options: { config, maskSecrets: true, noPhysicFilePath: true },
    });
    complaints.push(...messages.map(({ message, loc }) => `${file}:${loc.start.line}: ${message}`));
  }
  return { saw: `${texts.length} files`, complaints };
}
