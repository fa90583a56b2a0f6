/** Stores notices for a person: the pull adds them, and one tab takes each to show it. */
import type { Library } from '../database/library.ts';
import type { Notice } from '../database/library-db.ts';

export function countNotices(library: Library): Promise<number> {
  return library.db.notices.count();
}

/** Oldest first. Whoever gets them says them: no other tab will. */
export function takeNotices(library: Library): Promise<Notice[]> {
  const { db } = library;
  return db.transaction('rw', db.notices, async () => {
    const notices = await db.notices.orderBy('id').toArray();
    await db.notices.clear();
    return notices;
  });
}
