/** The prepared statements that write. Each names the revision that it replaces, and does nothing at another one. */
import { sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { projects, resources, uiStates } from './schema-library.ts';
import { given, isNamed, isUpon } from './statement-parts.ts';
import { prepareTextWrites } from './text-writes.ts';
import { change, changed, inserted, marked, ownerAndId } from './write-parts.ts';

export function prepareRowWrites(orm: BetterSQLite3Database) {
  return {
    ...prepareTextWrites(orm),
    putProject: putProject(orm),
    putResource: putResource(orm),
    putUiState: putUiState(orm),
    markProject: markProject(orm),
    markResource: markResource(orm),
    republishResource: republishResource(orm),
  };
}

function putProject(orm: BetterSQLite3Database) {
  return orm
    .insert(projects)
    .values({
      ...ownerAndId,
      name: given('name'),
      color: given('color'),
      createdAt: given('createdAt'),
      ...change,
    })
    .onConflictDoUpdate({
      target: [projects.userId, projects.id],
      setWhere: sql`${projects.rev} = excluded.rev - 1`,
      set: {
        ...inserted({ name: projects.name, color: projects.color, createdAt: projects.createdAt }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function putResource(orm: BetterSQLite3Database) {
  return orm
    .insert(resources)
    .values({
      ...ownerAndId,
      projectId: given('projectId'),
      name: given('name'),
      originalFilename: given('originalFilename'),
      description: given('description'),
      fileType: given('fileType'),
      fileSize: given('fileSize'),
      sha256: given('sha256'),
      createdAt: given('createdAt'),
      ...change,
      userSeq: given('seq'),
    })
    .onConflictDoUpdate({
      target: [resources.userId, resources.id],
      setWhere: sql`${resources.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          projectId: resources.projectId,
          name: resources.name,
          originalFilename: resources.originalFilename,
          description: resources.description,
          fileType: resources.fileType,
          fileSize: resources.fileSize,
          sha256: resources.sha256,
          createdAt: resources.createdAt,
          userSeq: resources.userSeq,
        }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function putUiState(orm: BetterSQLite3Database) {
  return orm
    .insert(uiStates)
    .values({ ...ownerAndId, stateValue: given('stateValue'), ...change })
    .onConflictDoUpdate({
      target: [uiStates.userId, uiStates.id],
      setWhere: sql`${uiStates.rev} = excluded.rev - 1`,
      set: {
        ...inserted({ stateValue: uiStates.stateValue }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function markProject(orm: BetterSQLite3Database) {
  return orm.update(projects).set(marked).where(isUpon(projects)).prepare();
}

function markResource(orm: BetterSQLite3Database) {
  return orm
    .update(resources)
    .set({ ...marked, userSeq: sql`${given('seq')}` })
    .where(isUpon(resources))
    .prepare();
}

/** Gives the row another place in the feed, and changes nothing else: nobody has changed it. */
function republishResource(orm: BetterSQLite3Database) {
  return orm
    .update(resources)
    .set({ seq: sql`${given('seq')}` })
    .where(isNamed(resources))
    .prepare();
}
