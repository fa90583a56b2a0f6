/**
 * Writes files as a zip (PKWARE APPNOTE 6.3.10), piece by piece. By ourselves: fflate counts files in 16 bits, client-zip
 * does not compress, and zip.js holds 5 KB of each file until the end and takes four times as long (decision 095).
 *
 * 1. One file is held at a time, and of those before it what the directory at the end lists of them.
 * 2. Each header has the sizes and the CRC of its file, so that a reader needs no descriptor after it.
 * 3. Names are UTF-8; beyond 65,535 files or 4 GB the directory is written as Zip64.
 * 4. Bytes that would be inflated to more than fifty times their size are stored: no reader takes such a file for an attack.
 */
import { deflateSync } from 'fflate';
import { collected, utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { crc32 } from './crc32.ts';

const utf8Names = 0x0800;
const most16 = 0xffff;
const most32 = 0xffffffff;
/** Of which deflating saves nothing. */
const isCompressed = /\.(png|jpe?g|docx|zip|gz|webp)$/i;
const largestRatio = 50;
/** Deflating fewer costs more than they are. */
const fewestBytes = 128;

export async function* writeZip(files: AsyncIterable<OutputFile>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const file of files) {
    const content = await collected(file.content);
    const { method, bytes } = packed(file.path, content);
    const entry = { file, method, crc: crc32(content), size: content.length, packedSize: bytes.length };
    const head = localHeader(entry);
    yield head;
    yield bytes;
    directory.push(directoryEntry(entry, offset));
    offset += head.length + bytes.length;
  }
  let size = 0;
  for (const entry of directory) {
    yield entry;
    size += entry.length;
  }
  yield endOfDirectory({ count: directory.length, size, offset });
}

type Entry = { file: OutputFile; method: 0 | 8; crc: number; size: number; packedSize: number };

function packed(path: string, content: Uint8Array): { method: 0 | 8; bytes: Uint8Array } {
  if (content.length >= fewestBytes && !isCompressed.test(path)) {
    const bytes = deflateSync(content, { level: 6 });
    if (bytes.length < content.length && bytes.length * largestRatio >= content.length)
      return { method: 8, bytes };
  }
  return { method: 0, bytes: content };
}

function localHeader({ file, method, crc, size, packedSize }: Entry): Uint8Array {
  const name = utf8(file.path);
  return record((put) => {
    put(4, 0x04034b50);
    for (const value of [20, utf8Names, method, ...dosTime(file.modified)]) put(2, value);
    for (const value of [crc, packedSize, size]) put(4, value);
    put(2, name.length);
    put(2, 0);
    put('bytes', name);
  });
}

function directoryEntry({ file, method, crc, size, packedSize }: Entry, offset: number): Uint8Array {
  const name = utf8(file.path);
  const isFar = offset >= most32;
  return record((put) => {
    put(4, 0x02014b50);
    // Made on a Unix system, so that the attributes below are those of an ordinary file.
    for (const value of [(3 << 8) | 45, isFar ? 45 : 20, utf8Names, method, ...dosTime(file.modified)])
      put(2, value);
    for (const value of [crc, packedSize, size]) put(4, value);
    for (const value of [name.length, isFar ? 12 : 0, 0, 0, 0]) put(2, value);
    put(4, (0o100644 << 16) >>> 0);
    put(4, isFar ? most32 : offset);
    put('bytes', name);
    if (!isFar) return;
    put(2, 1);
    put(2, 8);
    put(8, offset);
  });
}

function endOfDirectory({
  count,
  size,
  offset,
}: {
  count: number;
  size: number;
  offset: number;
}): Uint8Array {
  const is64 = count >= most16 || size >= most32 || offset >= most32;
  return record((put) => {
    if (is64) {
      put(4, 0x06064b50);
      put(8, 44);
      put(2, 45);
      put(2, 45);
      put(4, 0);
      put(4, 0);
      for (const value of [count, count, size, offset]) put(8, value);
      put(4, 0x07064b50);
      put(4, 0);
      put(8, offset + size);
      put(4, 1);
    }
    put(4, 0x06054b50);
    for (const value of [0, 0, Math.min(count, most16), Math.min(count, most16)]) put(2, value);
    put(4, Math.min(size, most32));
    put(4, Math.min(offset, most32));
    put(2, 0);
  });
}

type Put = { (bytes: 2 | 4 | 8, value: number): void; (kind: 'bytes', value: Uint8Array): void };

function record(write: (put: Put) => void): Uint8Array {
  const bytes: number[] = [];
  write((width: 2 | 4 | 8 | 'bytes', value: number | Uint8Array) => {
    if (typeof value !== 'number') bytes.push(...value);
    else for (let at = 0; at < Number(width); at += 1) bytes.push(Math.floor(value / 256 ** at) % 256);
  });
  return Uint8Array.from(bytes);
}

/** Returns time and date as MS-DOS has them, in UTC: the same export is the same file wherever it is made. */
function dosTime(iso: string): [number, number] {
  const at = new Date(iso);
  const year = at.getUTCFullYear();
  if (!(year >= 1980 && year <= 2107)) return [0, (1 << 5) | 1];
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}
