/** Loads the rows that mutations may look at into a row set: each kind of touch by one query. */
import type { RowRef, Stored } from '#shared/kinds/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { PortionSize } from '../library-port.ts';
import { storedProject, storedPrompt, storedResource, storedUiState, storedVersion } from './row-records.ts';
import type { RowStatements } from './row-statements.ts';

/** Rows with their texts first: the same ones without do not replace them. */
const inLoadingOrder: readonly Touch['kind'][] = [
  'row',
  'newestVersion',
  'versions',
  'revivalOf',
  'shellOf',
  'versionsOf',
  'contentsOf',
  'sameBytes',
];

type Bytes = { find(sha256: string): { state: string; fits: readonly string[] } | undefined };

export function findRow(rows: RowStatements, userId: number, ref: RowRef): Stored | undefined {
  switch (ref.type) {
    case 'project': {
      const record = rows.project.get({ userId, id: ref.id });
      return record && storedProject(record);
    }
    case 'prompt': {
      const record = rows.prompt.get({ userId, id: ref.id });
      return record && storedPrompt(record);
    }
    case 'version': {
      const record = rows.version.get({ userId, id: ref.id });
      return record && storedVersion(record);
    }
    case 'resource': {
      const record = rows.resource.get({ userId, id: ref.id });
      return record && storedResource(record);
    }
    case 'uiState': {
      const record = rows.uiState.get({ userId, id: ref.id });
      return record && storedUiState(record);
    }
  }
}

export function loadTouched(
  {
    rows,
    userId,
    blobs,
    portion,
  }: { rows: RowStatements; userId: number; blobs: Bytes; portion: PortionSize },
  touches: readonly Touch[],
): RowSet {
  const set = new RowSet();
  const add = (stored: Stored | undefined) => {
    // A row that was loaded with its texts is not replaced by the same one without.
    if (stored !== undefined && set.at(stored) === undefined) set.add(stored);
  };
  const find = (ref: RowRef) => set.at(ref) ?? findRow(rows, userId, ref);
  const follow = (touch: Touch): void => {
    switch (touch.kind) {
      case 'row':
        add(find(touch.ref));
        break;
      case 'versions':
        for (const record of rows.bareVersions.all({ userId, ids: JSON.stringify(touch.ids) })) {
          add(storedVersion(record));
        }
        break;
      case 'revivalOf': {
        const { promptId } = touch;
        const prompt = find({ type: 'prompt', id: promptId });
        if (prompt?.type !== 'prompt' || !prompt.deleted) break;
        add(find({ type: 'project', id: prompt.row.projectId }));
        const gone = rows.goneVersionsOf.all({ userId, promptId, after: prompt.seq, rows: portion.rows });
        for (const record of gone) add(storedVersion(record));
        break;
      }
      case 'newestVersion': {
        const record = rows.newestVersion.get({ userId, promptId: touch.promptId });
        add(record && storedVersion(record));
        break;
      }
      case 'versionsOf':
        for (const record of rows.bareVersionsOf.all({ userId, promptId: touch.promptId })) {
          add(storedVersion(record));
        }
        break;
      // Texts are merged by clients alone.
      case 'conflictsOf':
        break;
      case 'contentsOf': {
        const inside = { userId, projectId: touch.projectId };
        for (const record of rows.barePromptsOf.all(inside)) add(storedPrompt(record));
        for (const record of rows.bareVersionsIn.all(inside)) add(storedVersion(record));
        for (const record of rows.liveResourcesOf.all(inside)) add(storedResource(record));
        break;
      }
      case 'shellOf': {
        const resource = find({ type: 'resource', id: touch.resourceId });
        if (resource?.type !== 'resource' || !resource.deleted) break;
        add(find({ type: 'project', id: resource.row.projectId }));
        break;
      }
      case 'sameBytes': {
        const found = blobs.find(touch.sha256);
        if (found?.state === 'stored') for (const type of found.fits) set.addBytes(touch.sha256, type);
        for (const record of rows.resourcesWith.all({ userId, sha256: touch.sha256 })) {
          add(storedResource(record));
        }
      }
    }
  };
  for (const kind of inLoadingOrder) {
    for (const touch of touches) if (touch.kind === kind) follow(touch);
  }
  return set;
}
