export type PictureSize = { readonly width: number; readonly height: number };

/** A picture of this many pixels takes some 400 MB while it is drawn, however few bytes its file has. */
const mostPixels = 100_000_000;

export function isTooLarge({ width, height }: PictureSize): boolean {
  return width * height > mostPixels;
}

/** Reads the size of a PNG or a JPEG without drawing it; null where it is neither, or has none. */
export function pictureSize(bytes: ArrayBuffer): PictureSize | null {
  const view = new DataView(bytes);
  if (view.byteLength >= 24 && view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.byteLength >= 4 && view.getUint16(0) === 0xffd8) return jpegSize(view);
  return null;
}

/** From segment to segment up to the one that begins a frame (ITU-T T.81, table B.1). */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (beginsFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xda) return null;
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += standsAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
