/**
 * Reads the name of a file in a zip (APPNOTE 4.4.17, 4.6.9, appendix D).
 *
 * 1. UTF-8 where the name is that, whatever its flag says; else the field with the Unicode path, if it belongs to this name.
 * 2. Else the code page of a system that does not say which: that of China where every letter is two bytes of its Chinese
 *    letters, and that of the first PCs (cp437) for everything else. Two names that differ stay two.
 * 3. A backslash is the separator of Windows.
 */
import { crc32 } from './crc32.ts';

const unicodePath = 0x7075;
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Returns null for a name that is marked as UTF-8 and is none. */
export function zipName(
  name: Uint8Array,
  { extra, isUtf8 }: { extra: DataView; isUtf8: boolean },
): string | null {
  const text = decoded('utf-8', name) ?? (isUtf8 ? null : (pathIn(extra, name) ?? localName(name)));
  return text === null ? null : text.replaceAll('\\', '/');
}

function pathIn(extra: DataView, name: Uint8Array): string | null {
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const id = extra.getUint16(at, true);
    const start = at + 4;
    at = start + extra.getUint16(at + 2, true);
    if (id !== unicodePath || at > extra.byteLength || at < start + 5) continue;
    if (extra.getUint32(start + 1, true) !== crc32(name)) continue;
    return decoded('utf-8', new Uint8Array(extra.buffer, extra.byteOffset + start + 5, at - start - 5));
  }
  return null;
}

function localName(name: Uint8Array): string {
  return (isChinese(name) ? decoded('gbk', name) : null) ?? ofFirstPcs(name);
}

/** True where all bytes beyond ASCII are pairs of the letters and signs of GB 2312. */
function isChinese(name: Uint8Array): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const byte = name[at] ?? 0;
    if (byte < 0x80) continue;
    at += 1;
    const isSign = byte >= 0xa1 && byte <= 0xa9;
    if (!isSign && (byte < 0xb0 || byte > 0xf7)) return false;
    if ((name[at] ?? 0) < 0xa1) return false;
  }
  return true;
}

function ofFirstPcs(name: Uint8Array): string {
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : cp437.charAt(byte - 0x80),
  ).join('');
}

function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
