/**
 * A multipart form with one file, read as it comes in: the file goes piece by piece to whoever takes it, and
 * never more than a field's limit is held.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';

export type FilePart = { field: string; fileName: string; claim: string; bytes: AsyncIterable<Uint8Array> };

export type Form =
  | { kind: 'read'; fields: Record<string, string> }
  /** Not a form, cut off, or more than one file or too many or too long fields. */
  | { kind: 'unreadable'; detail: string };

const fieldBytes = 64 * 1024;

/** `takeFile` reads the bytes to their end, or the form does not go on. What it throws is thrown here. */
export async function readForm(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  takeFile: (part: FilePart) => Promise<void>,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null);
  let complaint: string | undefined;
  const complain = (detail: string) => {
    complaint ??= detail;
  };
  const parser = parserOf(contentType);
  if (parser === undefined) return { kind: 'unreadable', detail: 'The form has no boundary.' };
  let taken: Promise<void> = Promise.resolve();
  parser.on('file', (field, stream, fileName, _encoding, claim) => {
    // It says this while nobody may be listening yet, and then neither the file nor the form would ever end.
    stream.on('error', (error: Error) => {
      stream.destroy(error);
      parser.destroy(error);
    });
    const part = { field, fileName: fileName ?? '', claim: claim ?? '', bytes: stream };
    taken = takeFile(part).finally(() => stream.resume());
    // Awaited below, after the form.
    taken.catch(() => {});
  });
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (name === undefined || nameCut || valueCut) complain('A field is too long.');
    else if (name in fields) complain(`There is more than one ${name}.`);
    else fields[name] = value;
  });
  parser.on('filesLimit', () => complain('One file a form.'));
  parser.on('fieldsLimit', () => complain('There are too many fields.'));
  parser.on('partsLimit', () => complain('There are too many parts.'));
  try {
    await pipeline(Readable.from(bytes), parser);
  } catch {
    complain('The form is cut off.');
  }
  await taken;
  return complaint === undefined ? { kind: 'read', fields } : { kind: 'unreadable', detail: complaint };
}

function parserOf(contentType: string): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Names are made safe by the product's own rule, which knows the folders of every system.
      preservePath: true,
      limits: {
        fieldSize: fieldBytes,
        fields: 10,
        files: 1,
        parts: 11,
        headerPairs: 50,
        headerSize: 32 * 1024,
      },
    });
  } catch {
    return undefined;
  }
}
