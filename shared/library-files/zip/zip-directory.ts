/** Reads and checks the directory of a zip (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5). */
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { FileRefused } from '../files.ts';
import { pathProblem } from '../paths.ts';
import type { ZipBytes } from './zip-bytes.ts';
import { zipName } from './zip-names.ts';

export type ZipEntry = {
  readonly path: string;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  /** The place of its first byte. */
  readonly start: number;
  readonly modified: string | null;
};

const endSignature = 0x06054b50;
const endLength = 22;
const longestComment = 0xffff;
const most16 = 0xffff;
const most32 = 0xffffffff;

type End = { count: number; size: number; offset: number; limit: number };
type Listed = Omit<ZipEntry, 'start'> & { header: number; nameLength: number };

export async function readDirectory(zip: ZipBytes): Promise<ZipEntry[]> {
  const end = await readEnd(zip);
  if (end.count > bounds.files) throw tooManyFiles();
  if (end.offset + end.size > end.limit || end.size > end.count * (46 + 3 * most16)) throw notZip();
  if (end.size > bounds.files * 256) throw tooManyFiles();
  const bytes = await zip.slice(end.offset, end.offset + end.size);
  const listed = entriesOf(view(bytes), end.count);
  return placed(zip, listed, end.offset);
}

async function readEnd(zip: ZipBytes): Promise<End> {
  const from = Math.max(0, zip.size - endLength - longestComment);
  const tail = view(await zip.slice(from, zip.size));
  for (let at = tail.byteLength - endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== endSignature) continue;
    // A comment could hold the signature too: the true one says how far it is to the end.
    if (tail.getUint16(at + 20, true) !== tail.byteLength - at - endLength) continue;
    const disks = tail.getUint16(at + 4, true) + tail.getUint16(at + 6, true);
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    const end = { count, size, offset, limit: from + at };
    if (count === most16 || size === most32 || offset === most32) return readEnd64(zip, end);
    if (disks !== 0 || count !== tail.getUint16(at + 8, true)) throw notZip();
    return end;
  }
  throw notZip();
}

async function readEnd64(zip: ZipBytes, end: End): Promise<End> {
  const at = end.limit - 20;
  if (at < 0) throw notZip();
  const locator = view(await zip.slice(at, end.limit));
  // A zip with exactly 65,535 files has no second directory end.
  if (locator.getUint32(0, true) !== 0x07064b50) return end;
  const place = wide(locator, 8);
  if (place + 56 > at) throw notZip();
  const record = view(await zip.slice(place, place + 56));
  if (record.getUint32(0, true) !== 0x06064b50) throw notZip();
  if (record.getUint32(16, true) !== 0 || wide(record, 24) !== wide(record, 32)) throw notZip();
  return { count: wide(record, 32), size: wide(record, 40), offset: wide(record, 48), limit: place };
}

function entriesOf(directory: DataView, count: number): Listed[] {
  const entries: Listed[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw notZip();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      directory.getUint16(at + place, true),
    );
    const next = at + 46 + Number(nameLength) + Number(extraLength) + Number(commentLength);
    if (next > directory.byteLength) throw notZip();
    const entry = entryAt(directory, at, Number(nameLength), Number(extraLength));
    at = next;
    if (entry === null) continue;
    const name = entry.path.normalize('NFC').toLowerCase();
    if (names.has(name)) {
      throw refused(message('This zip has two files of the same name. It is not opened.'));
    }
    names.add(name);
    entries.push(entry);
  }
  if (at !== directory.byteLength) throw notZip();
  return entries;
}

/** Returns null for a folder. */
function entryAt(directory: DataView, at: number, nameLength: number, extraLength: number): Listed | null {
  const flags = directory.getUint16(at + 8, true);
  const method = directory.getUint16(at + 10, true);
  const extra = new DataView(directory.buffer, directory.byteOffset + at + 46 + nameLength, extraLength);
  const name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength);
  const path = zipName(name, { extra, isUtf8: (flags & 0x0800) !== 0 });
  if (path === null)
    throw refused(message('This zip has a file whose name cannot be read. It is not opened.'));
  const problem = pathProblem(path.replace(/\/$/, ''));
  if (problem !== null) throw refused(problem);
  if ((flags & 0x2041) !== 0) throw refused(message('This zip is encrypted. It is not opened.'));
  const unixType = (directory.getUint32(at + 38, true) >>> 16) & 0o170000;
  if (directory.getUint8(at + 5) === 3 && unixType !== 0 && unixType !== 0o100000 && unixType !== 0o040000) {
    throw refused(message('This zip has links or devices in it. It is not opened.'));
  }
  const sizes = sizesAt(directory, at, at + 46 + nameLength, extraLength);
  if (path.endsWith('/')) {
    if (sizes.size > 0) throw notZip();
    return null;
  }
  if (method !== 0 && method !== 8) {
    throw refused(
      message('This zip is compressed in a way that is not read. Make one with ordinary compression.'),
    );
  }
  if (method === 0 && sizes.size !== sizes.packedSize) throw notZip();
  const modified = timeOf(directory.getUint16(at + 12, true), directory.getUint16(at + 14, true));
  return { path, method, crc: directory.getUint32(at + 16, true), modified, nameLength, ...sizes };
}

/** Reads the sizes and the place, which are in the extra fields where they are too large for their own (4.5.3). */
function sizesAt(directory: DataView, at: number, extraAt: number, extraLength: number) {
  let packedSize = directory.getUint32(at + 20, true);
  let size = directory.getUint32(at + 24, true);
  let header = directory.getUint32(at + 42, true);
  if (directory.getUint16(at + 34, true) !== 0 && directory.getUint16(at + 34, true) !== most16)
    throw notZip();
  if (size !== most32 && packedSize !== most32 && header !== most32) return { packedSize, size, header };
  const end = extraAt + extraLength;
  for (let field = extraAt; field + 4 <= end; ) {
    const length = directory.getUint16(field + 2, true);
    const isWide = directory.getUint16(field, true) === 1;
    let place = field + 4;
    field = place + length;
    if (!isWide || field > end) continue;
    const take = (narrow: number) => {
      if (narrow !== most32) return narrow;
      if (place + 8 > field) throw notZip();
      place += 8;
      return wide(directory, place - 8);
    };
    size = take(size);
    packedSize = take(packedSize);
    header = take(header);
    return { packedSize, size, header };
  }
  throw notZip();
}

/** Finds where each file begins, and refuses files that share bytes with others or with the directory. */
async function placed(zip: ZipBytes, listed: readonly Listed[], directory: number): Promise<ZipEntry[]> {
  const inOrder = listed.toSorted((a, b) => a.header - b.header);
  const starts = new Map<Listed, number>();
  const reader = new HeaderReader(zip);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1]?.header ?? directory;
    if (entry.header + 30 + entry.packedSize > next) throw overlapping();
    const head = await reader.at(entry.header);
    if (head.getUint32(0, true) !== 0x04034b50) throw notZip();
    if (head.getUint16(8, true) !== entry.method || (head.getUint16(6, true) & 1) !== 0) throw notZip();
    const start = entry.header + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    if (start + entry.packedSize > next) throw overlapping();
    if (head.getUint16(26, true) !== entry.nameLength) throw notZip();
    starts.set(entry, start);
  }
  return listed.map(({ header: _header, nameLength: _length, ...entry }, index) => ({
    ...entry,
    start: starts.get(listed[index] ?? entryMissing()) ?? entryMissing(),
  }));
}

/** Reads the headers in front of the files, many with one read where the files are small. */
class HeaderReader {
  readonly #zip: ZipBytes;
  #from = 0;
  #bytes = new Uint8Array();

  constructor(zip: ZipBytes) {
    this.#zip = zip;
  }

  async at(place: number): Promise<DataView> {
    const isHere = place >= this.#from && place + 30 <= this.#from + this.#bytes.length;
    if (!isHere) {
      this.#from = place;
      this.#bytes = new Uint8Array(await this.#zip.slice(place, Math.min(this.#zip.size, place + 64 * 1024)));
    }
    if (place - this.#from + 30 > this.#bytes.length) throw notZip();
    return view(this.#bytes.subarray(place - this.#from, place - this.#from + 30));
  }
}

function wide(bytes: DataView, at: number): number {
  const value = bytes.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw notZip();
  return Number(value);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function timeOf(time: number, date: number): string | null {
  const [year, month, day] = [(date >> 9) + 1980, (date >> 5) & 15, date & 31];
  const at = Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
  return month >= 1 && month <= 12 && day >= 1 ? new Date(at).toISOString() : null;
}

function refused(sentence: string): FileRefused {
  return new FileRefused({ sentence });
}

function notZip(): FileRefused {
  return refused(message('This is not a zip, or it is damaged.'));
}

function overlapping(): FileRefused {
  return refused(message('This zip has files that lie over each other. It is not opened.'));
}

function tooManyFiles(): FileRefused {
  return new FileRefused({
    sentence: message('This zip has more than {count, number} files. It is not opened.'),
    values: { count: bounds.files },
  });
}

function entryMissing(): never {
  throw new Error('a listed file has no place');
}
