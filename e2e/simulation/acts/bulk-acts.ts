/** Acts on many prompts at once, as the bar of the sidebar does, and takes the last one back, at once or later. */
import { type BulkAct, doMany } from '../../../web/data/bulk/bulk-act.ts';
import type { Library } from '../../../web/data/database/library.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { versionsOf } from '../../../web/data/testing/versions-scene.ts';
import type { Act } from './act.ts';
import { keptRunTexts } from './kept-run-acts.ts';
import { settingTexts } from './setting-acts.ts';
import { testCaseTexts } from './test-case-acts.ts';

export type BulkActName = 'changeMany' | 'undoMany';

export function isBulkAct(name: string): name is BulkActName {
  return Object.hasOwn(bulkActs, name);
}

export const bulkActs: Record<BulkActName, (context: Act) => Promise<boolean>> = {
  async changeMany(context) {
    const { device, tab, random, ledger, log } = context;
    const outline = await outlineOf(device.library);
    const project = random.pick(outline.projects);
    if (project === undefined) return false;
    // Owed to nobody: whoever takes it back, or deletes one of the prompts, gives it up.
    const tag = ledger.coin();
    const act = random.pick<BulkAct>([
      { kind: 'change', change: { kind: 'move', projectId: project.id } },
      { kind: 'change', change: { kind: 'tags', add: [tag], remove: [] } },
      {
        kind: 'change',
        change: { kind: 'label', label: 'production', device: device.name, proofOf: async () => null },
      },
      { kind: 'delete', type: 'prompt' },
    ]) ?? { kind: 'delete', type: 'prompt' };
    // A world in which most is deleted has nothing left to disagree about.
    const share = act.kind === 'delete' ? 0.1 : 0.4;
    const ids = outline.prompts.filter(() => random.chance(share)).map(({ id }) => id);
    if (ids.length === 0) return false;
    log.push(`${device.name}#${tab} does to ${ids.join(', ')}: ${JSON.stringify(act)}`);
    if (act.kind === 'delete') ledger.discarded(await textsOf(device.library, ids));
    const outcome = await doMany(device.library, { ids, act }, {});
    endsWhere(device, outcome.kind);
    device.takeBack = outcome.takeBack;
    return true;
  },
  async undoMany({ device, tab, log }) {
    const { takeBack } = device;
    if (takeBack === null) return false;
    log.push(`${device.name}#${tab} takes back what it did to many`);
    device.takeBack = null;
    endsWhere(device, (await takeBack({})).kind);
    return true;
  },
};

/** Only a full disk ends an act on many. */
function endsWhere({ name, room }: Act['device'], kind: string): void {
  if (kind !== 'done' && room.writes === null) throw new Error(`${name}: an act on many ${kind}`);
}

async function textsOf(library: Library, ids: readonly number[]): Promise<string[]> {
  const texts: string[] = [];
  for (const id of ids) {
    const prompt = await promptOf(library, id);
    if (prompt === undefined) continue;
    const { content, notes, attributes } = prompt;
    const sets = attributes?.valueSets ?? [];
    texts.push(content, notes, ...(attributes?.tags ?? []));
    texts.push(...sets.flatMap(({ values }) => Object.values(values)));
    texts.push(...settingTexts(attributes?.settings));
    for (const version of await versionsOf(library, id))
      texts.push(version.content, version.original ?? '', ...settingTexts(version.settings));
    texts.push(...(await keptRunTexts(library, id)), ...(await testCaseTexts(library, id)));
  }
  return texts;
}
