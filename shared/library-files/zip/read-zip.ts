/**
 * Opens a zip that may be anybody's, and reads its files one by one.
 *
 * 1. The directory at the end decides which files there are; each is checked before anything is inflated. A zip with
 *    a path out of its folder, a link, an encrypted file, two files of one name, files that lie over each other, or more
 *    of anything than `bounds` allow, is refused as a whole.
 * 2. While a file is inflated it is held to the size that the directory gives it, in steps of a few kilobytes of input,
 *    and at its end to its CRC.
 * 3. Nothing is held but the directory and the step that is being read.
 */
import { Inflate } from 'fflate';
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { FileRefused, type InputFile, type Reason } from '../files.ts';
import { crc32 } from './crc32.ts';
import { decompressed, inSteps } from './decompressed.ts';
import { inBlocks, type ZipBytes } from './zip-bytes.ts';
import { readDirectory, type ZipEntry } from './zip-directory.ts';

export type OpenedZip = { ok: true; files: InputFile[] } | { ok: false; reason: Reason };

const readAtOnce = 256 * 1024;
/** Packed bytes from which the platform's own inflating, several times as fast, is worth its start. */
const worthNative = 1024 * 1024;

export async function openZip(bytes: ZipBytes): Promise<OpenedZip> {
  const zip = inBlocks(bytes);
  try {
    const entries = await readDirectory(zip);
    checkTotals(zip, entries);
    return { ok: true, files: entries.map((entry) => inputFile(zip, entry)) };
  } catch (failure) {
    if (failure instanceof FileRefused) return { ok: false, reason: failure.reason };
    throw failure;
  }
}

function checkTotals(zip: ZipBytes, entries: readonly ZipEntry[]): void {
  let inflated = 0;
  for (const { size } of entries) inflated += size;
  const most = Math.min(
    bounds.inflatedBytes,
    Math.max(bounds.inflatedAnyway, zip.size * bounds.inflatedRatio),
  );
  if (inflated > most) {
    throw new FileRefused({
      sentence: message('This zip holds far more than its size allows. It is not opened.'),
    });
  }
}

function inputFile(zip: ZipBytes, entry: ZipEntry): InputFile {
  const { path, size, modified } = entry;
  return { path, size, modified, stream: () => contentOf(zip, entry) };
}

async function* contentOf(zip: ZipBytes, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { start, packedSize, method, size } = entry;
  let crc = 0;
  let length = 0;
  const pieces = method === 0 ? stored(zip, start, packedSize) : inflatedBy(zip, start, packedSize);
  for await (const piece of pieces) {
    length += piece.length;
    if (length > size) throw damaged();
    crc = crc32(piece, crc);
    yield piece;
  }
  if (length !== size || crc !== entry.crc) throw damaged();
}

async function* stored(zip: ZipBytes, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += readAtOnce) {
    yield await zip.slice(start + at, start + Math.min(length, at + readAtOnce));
  }
}

function inflatedBy(zip: ZipBytes, start: number, length: number): AsyncGenerator<Uint8Array> {
  const isNative = length >= worthNative && typeof DecompressionStream !== 'undefined';
  return isNative
    ? decompressed(stored(zip, start, length), { method: 'deflate-raw', damaged })
    : inflated(zip, start, length);
}

async function* inflated(zip: ZipBytes, start: number, length: number): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => {
    pieces.push(piece);
  });
  for await (const packed of inSteps(stored(zip, start, length))) {
    push(inflate, packed, false);
    yield* pieces.splice(0);
  }
  push(inflate, new Uint8Array(), true);
  yield* pieces.splice(0);
}

function push(inflate: Inflate, bytes: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(bytes, isLast);
  } catch {
    throw damaged();
  }
}

function damaged(): FileRefused {
  return new FileRefused({ sentence: message('This file is damaged inside of the zip.') });
}
