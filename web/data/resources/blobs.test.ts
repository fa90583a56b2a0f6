import { expect, test } from 'vitest';
import { imported, libraryJson } from '../testing/import-scene.ts';
import { engineSentence, refusingBlobs } from '../testing/no-blobs-scene.ts';
import { fileScene, projectId } from '../testing/resources-scene.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { takeSnapshot } from '../transfer/snapshots.ts';
import { isHere, storeFetched } from './blobs.ts';
import { blobBytes, resourcesOf } from './resources.ts';
import { sha256Of } from './sha256.ts';
import { uploadPiece } from './uploads.ts';

const contentOf = (text: string) => new TextEncoder().encode(text).buffer;
const sha256 = (text: string) => sha256Of(contentOf(text));

test('a storage that refuses Blobs keeps files that are added, fetched and imported', async () => {
  const { library, add, confirm } = await fileScene({ addons: [refusingBlobs] });
  const added = await add('added');
  const [item] = await resourcesOf(library, projectId);
  expect(item).toMatchObject({ here: true, upload: { state: 'waiting', total: 5 } });
  expect(await (await blobBytes(library, await sha256('added')))?.text()).toBe('added');
  const piece = await uploadPiece(library, { sha256: await sha256('added'), start: 1, end: 3 });
  expect(await piece?.text()).toBe('dd');

  await confirm(added);
  await library.db.files.clear();
  expect(await storeFetched(library, await sha256('added'), contentOf('added'))).not.toBeNull();
  expect(await isHere(library, await sha256('added'))).toBe(true);
  await takeSnapshot(library, 'daily');

  const other = await fileScene({ addons: [refusingBlobs] });
  await imported(other.library, libraryJson(await exportLibrary(library, { bytes: 'here' })));
  expect(await (await blobBytes(other.library, await sha256('added')))?.text()).toBe('added');
});

test('the storage of the test above does refuse a Blob', async () => {
  const { library } = await fileScene({ addons: [refusingBlobs] });
  const put = library.db.table('files').put({ sha256: await sha256('blob'), bytes: new Blob(['blob']) });
  await expect(put).rejects.toThrow(engineSentence);
});
