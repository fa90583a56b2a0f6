import type Dexie from 'dexie';
import { markOldOutbox } from './mark-old-outbox.ts';
import { nameHistory } from './name-history.ts';
import { renameFields } from './rename-fields.ts';
import { splitOutbox } from './split-outbox.ts';
import { splitOutline } from './split-outline.ts';
import { makeArgsStorable } from './storable-args.ts';

/** The last one has the descriptions: the palette finds versions by them, and reads no text for it. */
const versionIndices =
  'id, [row.promptId+row.version], [row.promptId+row.conflict], [row.promptId+row.version+row.description]';

/** Defines the tables of a library and their indexes, version by version, with what each upgrade does to the rows. */
export function defineSchema(db: Dexie): void {
  db.version(1).stores({
    projects: 'id',
    prompts: 'id, row.projectId',
    promptStamps: 'id, stamp',
    versions: 'id, row.promptId',
    uiState: 'id',
    confirmed: 'key',
    outbox: '++position, *writes',
    meta: 'key',
    notices: '++id',
  });
  db.version(2).stores({ resources: 'id, row.projectId, row.sha256' });
  db.version(3).stores({ files: 'sha256', fileUses: 'sha256, lastUsed', uploads: 'sha256' });
  db.version(4)
    .stores({
      outbox: '++position, name, target, createdAt, *writes, *needs, [state+lane], [state+number]',
      outboxArgs: 'position',
    })
    .upgrade(splitOutbox);
  db.version(5).stores({ heldPages: '++position' });
  // Versions without a mark are not in it: null is no key.
  db.version(6)
    .stores({ versions: 'id, row.promptId, [row.promptId+row.conflict]' })
    .upgrade(makeArgsStorable);
  db.version(7).stores({ unknownChanges: 'key, epoch' });
  db.version(8).upgrade(renameFields);
  db.version(9).stores({ unknownChanges: 'key, history' }).upgrade(nameHistory);
  db.version(10)
    .stores({ promptStamps: null, promptChanges: '++stamp', outline: '++position' })
    .upgrade(splitOutline);
  db.version(11).stores({ versions: 'id, [row.promptId+row.version], [row.promptId+row.conflict]' });
  db.version(12).stores({ prompts: 'id, row.projectId, seq' });
  db.version(13).stores({ binItems: 'key, sha256, [under+at], [under+type]', binRows: 'key' });
  db.version(14).stores({ versions: versionIndices });
  db.version(15).stores({ importedPortions: '++position, at, [at+size]' });
  db.version(16)
    .stores({
      outbox:
        '++position, name, target, *writes, *needs, [state+number], [blocked+createdAt], [blocked+state+lane]',
    })
    .upgrade(markOldOutbox);
}
