/**
 * Acts on references to snippets: they are typed, the prompts and projects that they name are renamed and moved, and
 * "Update references" is done at once, later, in a part of the texts, or never.
 */
import type { Prompt } from '#shared/model/prompt.ts';
import { formatReference, type Pin, type SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { referencesOf } from '#shared/templates/snippets.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { renamer, updateReferences } from '../../../web/data/commit/update-references.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { findReferrers } from '../../../web/data/queries/referrers.ts';
import type { Act } from './act.ts';

export type SnippetActName = 'insertReference' | 'renameSnippet' | 'updateReferencesAct';

export function isSnippetAct(name: string): name is SnippetActName {
  return Object.hasOwn(snippetActs, name);
}

/** Characters that a reference escapes, or could take for its own. */
const oddEnds = ['', '', '', ' a/b', ' @2', ' {x}', ' }}', ' \\', '\u00a0', ' `'];

export const snippetActs: Record<SnippetActName, (context: Act) => Promise<boolean>> = {
  async insertReference(context) {
    const { device, tab, random, ledger, log } = context;
    const prompt = await anyPrompt(context);
    const reference = await anyReference(context);
    if (prompt === undefined || reference === null) return false;
    const base = device.tabs[tab]?.get(prompt.id) ?? prompt.content;
    const lines = base.split('\n');
    const at = random.below(lines.length);
    const written = formatReference(reference);
    ledger.mentioned(written);
    if (random.chance(0.5)) lines.splice(at, 0, written);
    else lines[at] = `${lines[at] ?? ''} ${written} ${ledger.coin()}`;
    const content = lines.join('\n');
    log.push(`${device.name}#${tab} setContent ${JSON.stringify({ id: prompt.id, content, base })}`);
    expectDone(await commit(device.library, 'setContent', { id: prompt.id, content, base }));
    ledger.edited(base, content);
    const after = await promptOf(device.library, prompt.id);
    device.tabs[tab]?.set(prompt.id, after?.content ?? content);
    return true;
  },
  async renameSnippet(context) {
    const { device, tab, random, ledger, log } = context;
    const { library } = device;
    const { prompts, projects } = await outlineOf(library);
    const mentioned = random.chance(0.8) ? await mentionedNames(context) : null;
    const projectOf = ({ projectId }: { projectId: number }) => projects.find(({ id }) => id === projectId);
    const prompt = random.pick(
      mentioned === null
        ? prompts
        : prompts.filter((each) => mentioned.has(`${projectOf(each)?.name}/${each.title}`)),
    );
    const project = prompt && projectOf(prompt);
    if (prompt === undefined || project === undefined) return false;
    const from = { project: project.name, title: prompt.title };
    const name = `${random.pick(['Tone', 'Prompt'])} ${ledger.coin()}${random.pick(oddEnds)}`;
    ledger.mentioned(name);
    const kind = random.below(4);
    const target = random.pick(projects) ?? project;
    log.push(`${device.name}#${tab} renames ${JSON.stringify([from, kind, name, target.id])}`);
    if (kind < 2) {
      expectDone(await commit(library, 'updatePrompt', { id: prompt.id, title: name }));
      await offer(context, { from, to: { ...from, title: name } });
    } else if (kind < 3) {
      expectDone(await commit(library, 'renameProject', { id: project.id, name }));
      await offer(context, { from: { project: project.name }, to: { project: name } });
    } else {
      expectDone(await commit(library, 'movePrompt', { id: prompt.id, projectId: target.id }));
      await offer(context, { from, to: { ...from, project: target.name } });
    }
    if (random.chance(0.5)) await update(context);
    return true;
  },
  updateReferencesAct: update,
};

/** Returns the names in all references on this device. */
async function mentionedNames({ device: { library } }: Act): Promise<Set<string>> {
  const texts = (await library.db.prompts.toArray()).map(({ row }) => row.content);
  return new Set(texts.flatMap(referencesOf).map(({ project, title }) => `${project}/${title}`));
}

/** Opens the dialog, which knows the names that are there now. */
async function offer({ device }: Act, renaming: Parameters<typeof renamer>[0]): Promise<void> {
  device.renamings.push(renamer(renaming, await outlineOf(device.library)));
}

/** Updates the texts of an open dialog, or some of them where the person ends it; false where no text is to be updated. */
async function update({ device, tab, random, ledger, log, counts }: Act): Promise<boolean> {
  const { library, renamings } = device;
  const rename = random.pick(renamings);
  if (rename === undefined) return false;
  renamings.splice(renamings.indexOf(rename), 1);
  const referrers = await findReferrers(library, (name) => rename(name) !== null);
  const ended = random.chance(0.2) ? random.below(referrers.length + 1) : referrers.length;
  for (const { id } of referrers.slice(0, ended)) {
    const before = (await promptOf(library, id))?.content ?? '';
    expectDone(await updateReferences(library, id, rename));
    const after = (await promptOf(library, id))?.content ?? '';
    log.push(`${device.name}#${tab} updates references ${JSON.stringify({ id, before, after })}`);
    ledger.edited(before, after);
    counts.updatedReferences += 1;
    expectSameBeside(before, after);
    const renamed = referencesOf(before).map((reference) => named(reference, rename(reference) ?? reference));
    if (JSON.stringify(renamed) !== JSON.stringify(referencesOf(after).map((each) => named(each))))
      throw new Error(`not the references that were to be updated: ${JSON.stringify({ before, after })}`);
  }
  return ended > 0;
}

function named({ pin, project, title }: SnippetReference, to = { project, title }): SnippetReference {
  return { project: to.project, title: to.title, pin };
}

/** A rule of its own, so that a mistake of the product's is not made here as well. */
const written = /\{\{>(?:\\.|[^\\{}\r\n])*\}\}/gu;

function expectSameBeside(before: string, after: string): void {
  if (before.replace(written, '{{>}}') === after.replace(written, '{{>}}')) return;
  throw new Error(`bytes beside references were changed: ${JSON.stringify({ before, after })}`);
}

async function anyPrompt({ device, random }: Act): Promise<Prompt | undefined> {
  const chosen = random.pick((await outlineOf(device.library)).prompts);
  return chosen === undefined ? undefined : promptOf(device.library, chosen.id);
}

async function anyReference({ device, random }: Act): Promise<SnippetReference | null> {
  const { prompts, projects } = await outlineOf(device.library);
  const target = random.pick(prompts);
  const project = projects.find(({ id }) => id === target?.projectId);
  if (target === undefined || project === undefined) return null;
  const pins: readonly Pin[] = [
    null,
    null,
    { kind: 'version', version: 2 },
    { kind: 'label', label: 'production' },
  ];
  return { project: project.name, title: target.title, pin: random.pick(pins) ?? null };
}

function expectDone(outcome: Awaited<ReturnType<typeof commit>>): void {
  if (!outcome.ok) throw new Error(`an act was refused locally: ${outcome.code}`);
}
