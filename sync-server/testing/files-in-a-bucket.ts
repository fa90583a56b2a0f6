/** Sets test files up whose apps keep the bytes of files in a bucket: the project `server-bucket` of the tests. */
import { afterAll } from 'vitest';
import { openBucket } from '../storage/blobs/bucket.ts';
import { createBucketBlobs } from '../storage/blobs/bucket-blobs.ts';
import { objectStoreOfRun } from './object-store.ts';
import { keepFilesOfAppsIn } from './test-app.ts';

const store = await objectStoreOfRun();
keepFilesOfAppsIn(() => createBucketBlobs(openBucket(store.access())));
afterAll(() => store[Symbol.asyncDispose]());
