/**
 * Acts on a label that asks for proof on some devices, and on others not yet: it is moved with a proof, with a reason, or with
 * neither. Whoever makes it ask gives a reason for where it stands, so that each later place has one or the other (I15).
 */
import type { Prompt } from '#shared/model/prompt.ts';
import type { Version } from '#shared/model/version.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { versionsOf } from '../../../web/data/testing/versions-scene.ts';
import type { Act } from './act.ts';

export type LabelProofActName = 'askForProof' | 'moveGuardedLabel';

export function isLabelProofAct(name: string): name is LabelProofActName {
  return Object.hasOwn(labelProofActs, name);
}

const label = 'guarded';
const asks = { share: 1, model: 'm' };

export const labelProofActs: Record<LabelProofActName, (context: Act) => Promise<boolean>> = {
  async askForProof(context) {
    const found = await labelled(context);
    if (found === null) return false;
    const { prompt, version, from } = found;
    const { name: device } = context.device;
    const labels = [{ label, versionId: version.id, from, device, override: 'It begins to ask.' }];
    return change(context, { id: prompt.id, labelRules: [{ label, asks }], labels });
  },
  async moveGuardedLabel(context) {
    const found = await labelled(context);
    if (found === null) return false;
    const { random, device } = context;
    const { prompt, version, from, isAsking } = found;
    const versionId = random.chance(0.1) ? null : version.id;
    const why = random.pick([{ proof: proofOf(context, version) }, { override: 'It is urgent.' }, {}]) ?? {};
    const args = { id: prompt.id, labels: [{ label, versionId, from, device: device.name, ...why }] };
    const isBare = Object.keys(why).length === 0;
    if (!isAsking || !isBare || versionId === null || versionId === from) return change(context, args);
    const refused = await commit(device.library, 'setAttributes', args);
    if (refused.ok || refused.code !== 'proof_missing')
      throw new Error('I15: a device that knows the rule moved a label without a proof or a reason');
    return true;
  },
};

/** Few prompts have the label, so that devices meet on it. */
async function labelled({ device: { library }, random }: Act) {
  const chosen = random.pick((await outlineOf(library)).prompts.slice(0, 2));
  const prompt: Prompt | undefined = chosen && (await promptOf(library, chosen.id));
  const version = prompt && random.pick(await versionsOf(library, prompt.id));
  if (prompt === undefined || version === undefined) return null;
  const there = prompt.attributes?.labels?.find((placed) => placed.label === label);
  return { prompt, version, from: there?.versionId ?? null, isAsking: there?.asks !== undefined };
}

function proofOf({ device }: Act, version: Version) {
  const at = new Date(device.library.deps.now()).toISOString();
  return { model: asks.model, held: 2, total: 2, textHash: versionHash(version), cells: [], at };
}

async function change({ device, tab, log }: Act, args: ArgsOf<'setAttributes'>): Promise<true> {
  log.push(`${device.name}#${tab} setAttributes ${JSON.stringify(args)}`);
  const outcome = await commit(device.library, 'setAttributes', args);
  if (!outcome.ok) throw new Error(`an act on a label was refused locally: ${outcome.code}`);
  return true;
}
