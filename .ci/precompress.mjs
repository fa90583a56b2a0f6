import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const textual = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.wasm', '.webmanifest']);
/** Below this an answer fits one packet anyway. */
const leastBytes = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Lays `x.br` and `x.gz` beside every text of a built folder, where that makes it smaller. Here the best and
 * slowest qualities cost nothing: the server only hands them out.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && textual.has(extname(entry.name)));
  await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.byteLength < leastBytes) return;
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  const forms = { br: await toBrotli(bytes, { params: quality }), gz: await toGzip(bytes, { level: 9 }) };
  for (const [suffix, packed] of Object.entries(forms)) {
    if (packed.byteLength < bytes.byteLength) await writeFile(`${file}.${suffix}`, packed);
  }
}
