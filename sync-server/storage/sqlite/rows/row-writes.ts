/** The prepared statements that write. Each names the revision that it replaces, and does nothing at another one. */
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../open-database.ts';
import { keptRuns, projects, resources, testCases, uiStates } from './schema-library.ts';
import { given, isUpon } from './statement-parts.ts';
import { prepareTextWrites } from './text-writes.ts';
import { change, changed, inserted, marked, ownerAndId } from './write-parts.ts';

export function prepareRowWrites(database: OpenDatabase) {
  return {
    ...prepareTextWrites(database),
    putProject: putProject(database),
    putKeptRun: putKeptRun(database),
    putTestCase: putTestCase(database),
    putResource: putResource(database),
    putUiState: putUiState(database),
    markProject: markProject(database),
    markKeptRun: markKeptRun(database),
    markTestCase: markTestCase(database),
    markResource: markResource(database),
  };
}

function putProject({ orm }: OpenDatabase) {
  return orm
    .insert(projects)
    .values({
      ...ownerAndId,
      name: given('name'),
      color: given('color'),
      createdAt: given('createdAt'),
      position: given('position'),
      ...change,
    })
    .onConflictDoUpdate({
      target: [projects.userId, projects.id],
      setWhere: sql`${projects.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          name: projects.name,
          color: projects.color,
          createdAt: projects.createdAt,
          position: projects.position,
        }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function putKeptRun({ orm }: OpenDatabase) {
  return orm
    .insert(keptRuns)
    .values({
      ...ownerAndId,
      promptId: given('promptId'),
      versionId: given('versionId'),
      createdAt: given('createdAt'),
      run: given('run'),
      verdict: given('verdict'),
      stars: given('stars'),
      note: given('note'),
      ...change,
    })
    .onConflictDoUpdate({
      target: [keptRuns.userId, keptRuns.id],
      setWhere: sql`${keptRuns.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          promptId: keptRuns.promptId,
          versionId: keptRuns.versionId,
          createdAt: keptRuns.createdAt,
          run: keptRuns.run,
          verdict: keptRuns.verdict,
          stars: keptRuns.stars,
          note: keptRuns.note,
        }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function putTestCase({ orm }: OpenDatabase) {
  return orm
    .insert(testCases)
    .values({
      ...ownerAndId,
      promptId: given('promptId'),
      name: given('name'),
      enabled: given('enabled'),
      createdAt: given('createdAt'),
      position: given('position'),
      body: given('body'),
      notes: given('notes'),
      ...change,
    })
    .onConflictDoUpdate({
      target: [testCases.userId, testCases.id],
      setWhere: sql`${testCases.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          promptId: testCases.promptId,
          name: testCases.name,
          enabled: testCases.enabled,
          createdAt: testCases.createdAt,
          position: testCases.position,
          body: testCases.body,
          notes: testCases.notes,
        }),
        ...inserted(changed),
      },
    })
    .prepare();
}

function putResource({ orm }: OpenDatabase) {
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

function putUiState({ orm }: OpenDatabase) {
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

function markProject({ orm }: OpenDatabase) {
  return orm.update(projects).set(marked).where(isUpon(projects)).prepare();
}

function markKeptRun({ orm }: OpenDatabase) {
  return orm.update(keptRuns).set(marked).where(isUpon(keptRuns)).prepare();
}

function markTestCase({ orm }: OpenDatabase) {
  return orm.update(testCases).set(marked).where(isUpon(testCases)).prepare();
}

function markResource({ orm }: OpenDatabase) {
  return orm
    .update(resources)
    .set({ ...marked, userSeq: given('seq') })
    .where(isUpon(resources))
    .prepare();
}
