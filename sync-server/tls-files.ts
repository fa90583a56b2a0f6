/**
 * The certificate and its key, from TLS_CERT and TLS_KEY.
 * 1. They are read again once a minute where their bytes have changed: a renewed certificate needs no restart and no
 *    signal. New connections get it; open ones go on.
 * 2. What they are used with is decided here: TLS 1.2 and 1.3, ciphers with forward secrecy, the strongest first.
 * 3. Files that do not fit together, as in the middle of a renewal, are reported, and the certificate before stays.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { CannotStart } from './storage/failures/cannot-start.ts';

export type TlsFiles = { cert: string; key: string };
export type TlsContents = typeof protocol & { cert: Buffer; key: Buffer };

/** Node's defaults also allow ciphers without forward secrecy, which no browser of today needs. */
const protocol = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE+AESGCM', 'ECDHE+CHACHA20'],
  ].join(':'),
} as const;

/** Throws `CannotStart` with a sentence for a person where they cannot be used. */
export function readTls(files: TlsFiles): TlsContents {
  const cert = readNamed('TLS_CERT', files.cert);
  const key = readNamed('TLS_KEY', files.key);
  try {
    createSecureContext({ ...protocol, cert, key });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`TLS_CERT and TLS_KEY are no certificate with its key in PEM format: ${why}.`);
  }
  return { ...protocol, cert, key };
}

/** Calls `use` with the contents where they have changed since the last call. Returns what to call once a minute. */
export function watchTls(
  files: TlsFiles,
  { use, warn }: { use: (contents: TlsContents) => void; warn: (sentence: string) => void },
): () => void {
  let seen = textOf(readTls(files));
  return () => {
    try {
      const contents = readTls(files);
      if (textOf(contents) === seen) return;
      seen = textOf(contents);
      use(contents);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      warn(`The certificate was not read again. ${error.message}`);
    }
  };
}

function textOf({ cert, key }: TlsContents): string {
  return `${cert.toString('latin1')}\n${key.toString('latin1')}`;
}

function readNamed(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`${variable} cannot be read: ${why}.`);
  }
}
