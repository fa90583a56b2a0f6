/**
 * A server of the S3 protocol in this process, which checks signatures and keeps objects in a folder; or, where the tests of
 * the bucket itself are to run on another store, the one that TEST_FILES_URL names (`bucket-blobs.test.ts`).
 */
import crypto from 'node:crypto';
import S3rver from '@20minutes/s3rver';
import { type BucketAccess, readFilesUrl } from '../storage/blobs/bucket-place.ts';
import { temporaryFolderInMemory } from './temporary-folder.ts';

export type ObjectStore = AsyncDisposable & {
  address: string;
  /** The variables of a server that keeps its files here. */
  variables: Record<string, string>;
  /** A part of the bucket that nobody else uses. */
  access(): BucketAccess;
};

const bucket = 'files';

/** It writes the places in its lists with DES, which Node's OpenSSL has no more: another cipher does as well. */
function replaceDes(): void {
  for (const name of ['createCipheriv', 'createDecipheriv']) {
    const make: (...given: unknown[]) => unknown = Reflect.get(crypto, name);
    Reflect.set(crypto, name, (algorithm: unknown, key: Buffer, iv: Buffer, ...rest: unknown[]) =>
      algorithm === 'des'
        ? make('aes-128-cbc', Buffer.concat([key, key]), Buffer.concat([iv, iv]))
        : make(algorithm, key, iv, ...rest),
    );
  }
}

/** `port`: 0 for any. */
export async function startObjectStore({ port = 0 } = {}): Promise<ObjectStore> {
  replaceDes();
  const folder = temporaryFolderInMemory();
  const server = new S3rver({
    ...{ address: '127.0.0.1', port, silent: true, directory: folder.path },
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  // It expects the path of the bucket itself to be signed without its slash at the end, unlike other stores.
  server.middleware.unshift((context, next) => {
    if (!/^\/[^/]+\/$/.test(context.path)) return next();
    context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    return next();
  });
  const bound = await server.run();
  const address = `http://127.0.0.1:${bound.port}`;
  let opened = 0;
  return {
    address,
    variables: {
      FILES_URL: `s3://${bucket}?endpoint=${address}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    access: () => ({
      name: `s3://${bucket}`,
      address: `${address}/${bucket}`,
      region: 'us-east-1',
      prefix: `part-${++opened}/`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }),
    async [Symbol.asyncDispose]() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      folder[Symbol.dispose]();
    },
  };
}

/** Returns the store of TEST_FILES_URL, whose objects stay; without that variable one of its own. */
export async function objectStoreOfRun(): Promise<Pick<ObjectStore, 'access'> & AsyncDisposable> {
  const { TEST_FILES_URL, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_REGION } = process.env;
  if (TEST_FILES_URL === undefined) return startObjectStore();
  const place = readFilesUrl(TEST_FILES_URL, AWS_REGION);
  if (typeof place === 'string') throw new Error(`TEST_FILES_URL: ${place}`);
  const run = crypto.randomUUID();
  let opened = 0;
  return {
    access: () => ({
      ...place,
      prefix: `${place.prefix}${run}/${++opened}/`,
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
    }),
    async [Symbol.asyncDispose]() {},
  };
}
