/** The reference of a first fill: the same rows, put by Dexie alone in one call, in the same browser. */
import Dexie from 'dexie';
import { words } from '../figures.ts';

const name = 'bare-fill';

Object.assign(globalThis, {
  /** Resolves to how long the put took, in milliseconds. */
  async fillBare(count: number, bytes: number): Promise<number> {
    await Dexie.delete(name);
    const db = new Dexie(name);
    db.version(1).stores({ prompts: 'id, projectId' });
    await db.open();
    const rows = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      title: `Prompt ${index + 1}`,
      content: words(bytes, index + 1),
      notes: '',
      projectId: 1,
      lastVersion: 0,
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    const started = performance.now();
    await db.table('prompts').bulkPut(rows);
    const took = performance.now() - started;
    db.close();
    await Dexie.delete(name);
    return took;
  },
});
