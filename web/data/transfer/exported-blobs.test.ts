import { expect, test } from 'vitest';
import { resourcesOf } from '../resources/resources.ts';
import { settleUploads } from '../resources/uploads.ts';
import { fileScene, projectId } from '../testing/resources-scene.ts';
import { localBlobs } from './exported-blobs.ts';
import { exportLibrary } from './library-export.ts';

/** Two files that the server has, and one that it does not. */
async function uploadedAndWaiting() {
  const scene = await fileScene();
  const ids = [await scene.add('a longer one'), await scene.add('short')];
  await scene.confirm(...ids);
  await settleUploads(scene.library);
  await scene.add('only here');
  return scene.library;
}

const namesIn = (files: readonly { names: string[] }[]) => files.flatMap(({ names }) => names);

test('a file carries what waits, or all that is here, or no bytes at all', async () => {
  const library = await uploadedAndWaiting();
  const carried = async (bytes: 'waiting' | 'here' | 'none') =>
    namesIn((await exportLibrary(library, { bytes })).files);
  expect(await carried('waiting')).toEqual(['only here.txt']);
  expect(await carried('here')).toEqual(['only here.txt', 'short.txt', 'a longer one.txt']);
  expect(await carried('none')).toEqual([]);
});

test('what was uploaded goes in as far as it fits, the small ones first; what waits always does', async () => {
  const library = await uploadedAndWaiting();
  expect(namesIn(await localBlobs(library, { mostUploaded: 5 }))).toEqual(['only here.txt', 'short.txt']);
  expect(namesIn(await localBlobs(library, { mostUploaded: 4 }))).toEqual(['only here.txt']);
  expect(namesIn(await localBlobs(library, { mostUploaded: 17 }))).toHaveLength(3);
  expect(await resourcesOf(library, projectId)).toHaveLength(3);
});
