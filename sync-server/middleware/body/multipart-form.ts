/**
 * A multipart form with one file, read as it comes in: the file goes piece by piece to whoever takes it, and
 * never more than a field's limit is held.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { BodyTooLarge, type ReadBody } from './body-bytes.ts';

export type FilePart = { field: string; fileName: string; claim: string; bytes: AsyncIterable<Uint8Array> };

export type Form =
  | { kind: 'read'; fields: Record<string, string> }
  /** Not a form, cut off, or more than one file or too many or too long fields. */
  | { kind: 'unreadable'; detail: string }
  /** The file was refused, or there was more than is read of any form. */
  | { kind: 'refused' };

export type FormRequest = {
  contentType: string;
  read: ReadBody;
  /** `passed`: not read at all. `refused` and what it throws end the reading at once. */
  takeFile: (part: FilePart) => Promise<'taken' | 'passed' | 'refused'>;
};

const fieldBytes = 64 * 1024;

/** Throws what `takeFile` throws. Where it is clear that the form will not do, nothing more of it is read. */
export async function readForm({ contentType, read, takeFile }: FormRequest): Promise<Form> {
  const fields: Record<string, string> = Object.create(null);
  const stop = new AbortController();
  let complaint: string | undefined;
  const complain = (detail: string) => {
    complaint ??= detail;
    stop.abort();
  };
  const parser = parserOf(contentType);
  if (parser === undefined) return { kind: 'unreadable', detail: 'The form has no boundary.' };
  let taken: ReturnType<FormRequest['takeFile']> = Promise.resolve('passed');
  let endFile = () => {};
  parser.on('file', (field, stream, fileName, _encoding, claim) => {
    endFile = () => stream.destroy(new Error('the form is not read on'));
    // It says this while nobody may be listening yet, and then neither the file nor the form would ever end.
    stream.on('error', (error: Error) => {
      stream.destroy(error);
      parser.destroy(error);
    });
    taken = takeFile({ field, fileName: fileName ?? '', claim: claim ?? '', bytes: stream });
    taken.then(
      (outcome) => {
        // Whoever has begun to read keeps the stream from being resumed: it is read to its end, or given up.
        if (outcome === 'passed') stream.resume();
        if (outcome === 'refused') stop.abort();
      },
      () => stop.abort(),
    );
  });
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (name === undefined || nameCut || valueCut) complain('A field is too long.');
    else if (name in fields) complain(`There is more than one ${name}.`);
    else fields[name] = value;
  });
  parser.on('filesLimit', () => complain('One file a form.'));
  parser.on('fieldsLimit', () => complain('There are too many fields.'));
  parser.on('partsLimit', () => complain('There are too many parts.'));
  let tooLarge = false;
  try {
    await pipeline(Readable.from(read(stop.signal)), parser, { signal: stop.signal });
  } catch (error) {
    tooLarge = error instanceof BodyTooLarge;
    complain('The form is cut off.');
    // The parser does not tell its file, whose reader would wait for ever.
    endFile();
  }
  const outcome = await taken;
  if (outcome === 'refused' || tooLarge) return { kind: 'refused' };
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
