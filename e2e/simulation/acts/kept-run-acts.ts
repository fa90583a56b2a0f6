/** Acts on kept runs: what was run is owed as it is, a note like a text, and the later of two ratings stands. */
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { Library } from '../../../web/data/database/library.ts';
import { keptRunsOf } from '../../../web/data/testing/kept-runs-scene.ts';
import { versionsOf } from '../../../web/data/testing/versions-scene.ts';
import type { Act } from './act.ts';
import { anyPrompt, commitAs, edit } from './texts.ts';

export type KeptRunActName = 'keepRunAct' | 'keepRunAgain' | 'rateRunAct' | 'noteRun' | 'deleteKeptRunAct';

export function isKeptRunAct(name: string): name is KeptRunActName {
  return Object.hasOwn(keptRunActs, name);
}

export const keptRunActs: Record<KeptRunActName, (context: Act) => Promise<boolean>> = {
  async keepRunAct(context) {
    const { device, random, ledger } = context;
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const version = random.pick(await versionsOf(device.library, prompt.id));
    const answer = ledger.coin();
    await commitAs(context, 'keepRun', {
      ...{ promptId: prompt.id, id: device.library.newId(), versionId: version?.id ?? null },
      createdAt: new Date(device.library.deps.now()).toISOString(),
      run: exampleRun({ answer }),
    });
    ledger.edited('', answer);
    return true;
  },
  /** The run that was kept lies in the ring of its device still. */
  async keepRunAgain(context) {
    const row = await anyKeptRun(context);
    if (row === undefined) return false;
    const { id, promptId, versionId, createdAt, run } = row;
    await commitAs(context, 'keepRun', { id, promptId, versionId, createdAt, run });
    return true;
  },
  async rateRunAct(context) {
    const row = await anyKeptRun(context);
    if (row === undefined) return false;
    const { id, promptId } = row;
    const stars = 1 + context.random.below(5);
    const rating = context.random.chance(0.5) ? { stars } : { verdict: 'better' as const };
    await commitAs(context, 'updateKeptRun', { promptId, id, ...rating });
    return true;
  },
  async noteRun(context) {
    const row = await anyKeptRun(context);
    if (row === undefined) return false;
    const { id, promptId, note: baseNote } = row;
    const note = edit(context, baseNote);
    await commitAs(context, 'updateKeptRun', { promptId, id, note, baseNote });
    context.ledger.edited(baseNote, note);
    return true;
  },
  async deleteKeptRunAct(context) {
    const row = await anyKeptRun(context);
    if (row === undefined) return false;
    await commitAs(context, 'deleteKeptRun', { promptId: row.promptId, id: row.id });
    context.ledger.discarded(textsOfRun(row));
    return true;
  },
};

async function anyKeptRun(context: Act): Promise<KeptRun | undefined> {
  const prompt = await anyPrompt(context);
  if (prompt === undefined) return undefined;
  return context.random.pick(await keptRunsOf(context.device.library, prompt.id));
}

/** Returns the texts of the kept runs of a prompt that are owed to whoever kept them. */
export async function keptRunTexts(library: Library, promptId: number): Promise<string[]> {
  return (await keptRunsOf(library, promptId)).flatMap(textsOfRun);
}

export function textsOfRun({ run, note }: KeptRun): string[] {
  return [run.answer, note];
}
