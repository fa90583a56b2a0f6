/** Acts on what a prompt has beside its texts: labels, value sets, tags, favourites, and the project that it is in. */
import type { Prompt } from '#shared/model/prompt.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import { inOwnOrder, type Placed, placedBetween } from '#shared/text/order/own-order.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { versionsOf } from '../../../web/data/testing/versions-scene.ts';
import type { Act } from './act.ts';

export type AttributeActName =
  | 'tagPrompt'
  | 'untagPrompt'
  | 'likePrompt'
  | 'moveLabel'
  | 'writeValues'
  | 'deleteValues'
  | 'movePromptAct'
  | 'placePrompt'
  | 'placeProject';

export function isAttributeAct(name: string): name is AttributeActName {
  return Object.hasOwn(attributeActs, name);
}

export const attributeActs: Record<AttributeActName, (context: Act) => Promise<boolean>> = {
  async tagPrompt(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined || (prompt.attributes?.tags ?? []).length > 40) return false;
    const tag = context.ledger.coin();
    await change(context, { id: prompt.id, addTags: [tag] });
    context.ledger.edited('', tag);
    return true;
  },
  async untagPrompt(context) {
    const prompt = await anyPrompt(context);
    const tag = context.random.pick(prompt?.attributes?.tags ?? []);
    if (prompt === undefined || tag === undefined) return false;
    await change(context, { id: prompt.id, removeTags: [tag] });
    context.ledger.discarded([tag]);
    return true;
  },
  async likePrompt(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    await change(context, { id: prompt.id, favorite: prompt.attributes?.favorite !== true });
    return true;
  },
  async moveLabel(context) {
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const version = context.random.pick(await versionsOf(context.device.library, prompt.id));
    if (version === undefined) return false;
    const label = context.random.pick(['production', 'staging'] as const) ?? 'production';
    const from = prompt.attributes?.labels?.find((placed) => placed.label === label)?.versionId ?? null;
    const versionId = context.random.chance(0.2) ? null : version.id;
    const { name: device } = context.device;
    await change(context, { id: prompt.id, labels: [{ label, versionId, from, device }] });
    return true;
  },
  async writeValues(context) {
    const { random, ledger, device } = context;
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const sets = prompt.attributes?.valueSets ?? [];
    const there = random.chance(0.7) ? random.pick(sets) : undefined;
    if (there === undefined && sets.length > 20) return false;
    const name = random.pick(['audience', 'tone', 'language'] as const) ?? 'tone';
    const base = there?.values ?? {};
    const value = ledger.coin();
    const set = {
      id: there?.id ?? device.library.newId(),
      name: there?.name ?? 'Acme',
      values: { ...base, [name]: value },
      base,
    };
    await change(context, { id: prompt.id, valueSets: [set] });
    ledger.edited(base[name] ?? '', value);
    return true;
  },
  async deleteValues(context) {
    const prompt = await anyPrompt(context);
    const set = context.random.pick(prompt?.attributes?.valueSets ?? []);
    if (prompt === undefined || set === undefined) return false;
    const { id, name, values: base } = set;
    await change(context, { id: prompt.id, valueSets: [{ id, name, values: null, base }] });
    context.ledger.discarded(Object.values(base));
    return true;
  },
  async movePromptAct(context) {
    const { device, tab, random, log } = context;
    const prompt = await anyPrompt(context);
    const project = random.pick((await outlineOf(device.library)).projects);
    if (prompt === undefined || project === undefined) return false;
    log.push(`${device.name}#${tab} moves prompt ${prompt.id} to project ${project.id}`);
    expectDone(await commit(device.library, 'movePrompt', { id: prompt.id, projectId: project.id }));
    return true;
  },
  async placePrompt(context) {
    const { device } = context;
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const { prompts } = await outlineOf(device.library);
    const others = prompts.filter(({ id, projectId }) => id !== prompt.id && projectId === prompt.projectId);
    for (const { id, position } of placed(context, prompt.id, others))
      await change(context, { id, position });
    return true;
  },
  async placeProject(context) {
    const { device, tab, random, log } = context;
    const { projects } = await outlineOf(device.library);
    const project = random.pick(projects);
    if (project === undefined) return false;
    const others = projects.filter(({ id }) => id !== project.id);
    for (const args of placed(context, project.id, others)) {
      log.push(`${device.name}#${tab} moveProject ${JSON.stringify(args)}`);
      expectDone(await commit(device.library, 'moveProject', args));
    }
    return true;
  },
};

/** Returns the positions that put a row at a random place among the others. */
function placed({ device, random }: Act, id: number, others: readonly Placed[]) {
  const rows = inOwnOrder(others);
  const at = random.pick([...rows.keys(), rows.length]) ?? 0;
  return placedBetween(id, { rows, at, now: device.library.deps.now() });
}

async function anyPrompt({ device, random }: Act): Promise<Prompt | undefined> {
  const chosen = random.pick((await outlineOf(device.library)).prompts);
  return chosen === undefined ? undefined : promptOf(device.library, chosen.id);
}

async function change({ device, tab, log }: Act, args: ArgsOf<'setAttributes'>): Promise<void> {
  log.push(`${device.name}#${tab} setAttributes ${JSON.stringify(args)}`);
  expectDone(await commit(device.library, 'setAttributes', args));
}

function expectDone(outcome: Awaited<ReturnType<typeof commit>>): void {
  if (!outcome.ok) throw new Error(`an act was refused locally: ${outcome.code}`);
}
