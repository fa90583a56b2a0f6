/** Makes a project to look around in, by the mutations that a person's own work makes, and removes it again. */
import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionCountOf } from '../../data/queries/version-items.ts';
import { addResource, resourcesOf } from '../../data/resources/resources.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { type SamplePrompt, sampleFile, sampleName, samplePrompts } from './sample-prompts.ts';

/** Resolves with the prompt to open. Rejects where this device takes nothing. */
export async function makeSample(library: Library): Promise<{ id: number; projectId: number }> {
  const projectId = library.newId();
  await made(commit(library, 'createProject', { id: projectId, name: sampleName(), color: 'teal' }));
  const ids: number[] = [];
  const prompts = samplePrompts();
  for (const [at, prompt] of prompts.entries()) {
    // Each later than the one before, in whichever millisecond it is written: so they stand in this order.
    const createdAt = new Date(library.deps.now() - prompts.length + at).toISOString();
    ids.push(await makePrompt(library, prompt, { projectId, createdAt }));
  }
  const { name, text } = sampleFile();
  const file = new File([text], name, { type: 'text/markdown' });
  await made(addResource(library, { projectId, file, name, description: '' }));
  return { id: ids[0] ?? 0, projectId };
}

async function makePrompt(
  library: Library,
  prompt: SamplePrompt,
  { projectId, createdAt }: { readonly projectId: number; readonly createdAt: string },
): Promise<number> {
  const id = library.newId();
  const { title, content, tag, note, valueSets = [], versions = [] } = prompt;
  const notes = note === undefined ? '' : formatNotes([{ id: createdAt, content: note, createdAt }]);
  await made(commit(library, 'createPrompt', { id, projectId, title, content, notes, createdAt }));
  const labels = [];
  for (const { label, ...version } of versions) {
    const versionId = library.newId();
    await made(commit(library, 'saveVersion', { promptId: id, id: versionId, ...version }));
    labels.push({ label, versionId, from: null, device: deviceName(navigator) });
  }
  const sets = valueSets.map(({ name, values }) => ({ id: library.newId(), name, values: { ...values } }));
  const addTags = tag === undefined ? [] : [tag];
  if (labels.length + sets.length + addTags.length > 0) {
    await made(commit(library, 'setAttributes', { id, addTags, labels, valueSets: sets }));
  }
  return id;
}

async function made(done: Promise<{ readonly ok: boolean }>): Promise<void> {
  const outcome = await done;
  if (!outcome.ok) throw new Error(`The sample was refused: ${JSON.stringify(outcome)}.`);
}

/** Finds the sample among the projects, by its name and its prompts: one that was built upon is the person's own. */
export function sampleIn({ projects, prompts }: Outline): { id: number; promptIds: number[] } | null {
  const titles = new Set(samplePrompts().map(({ title }) => title));
  for (const { id, name } of projects) {
    if (name !== sampleName()) continue;
    const inside = prompts.filter(({ projectId }) => projectId === id);
    if (inside.every(({ title }) => titles.has(title)))
      return { id, promptIds: inside.map((prompt) => prompt.id) };
  }
  return null;
}

/** Returns whether texts, notes, tags, value sets, versions and files are as they were made, so that nothing of the person's goes with them. */
export async function isUntouched(
  library: Library,
  { id: projectId, promptIds }: { readonly id: number; readonly promptIds: readonly number[] },
): Promise<boolean> {
  const samples = new Map(samplePrompts().map((sample) => [sample.title, sample]));
  for (const id of promptIds) {
    const prompt = await promptOf(library, id);
    if (prompt === undefined) continue;
    const sample = samples.get(prompt.title);
    if (sample === undefined || !isAsMade(prompt, sample)) return false;
    if ((await versionCountOf(library, id)) > (sample.versions?.length ?? 0)) return false;
  }
  const files = await resourcesOf(library, projectId);
  return files.every(({ resource }) => resource.name === sampleFile().name);
}

function isAsMade(prompt: Prompt, sample: SamplePrompt): boolean {
  const { content, tag, note, valueSets = [] } = sample;
  const { tags = [], valueSets: sets = [] } = prompt.attributes ?? {};
  const isSameSet = ({ name, values }: ValueSet, at: number) => {
    const made = valueSets[at];
    const names = new Set([...Object.keys(values), ...Object.keys(made?.values ?? {})]);
    return name === made?.name && [...names].every((each) => values[each] === made.values[each]);
  };
  return (
    prompt.content === content &&
    isSameList(
      parseNotes(prompt.notes).map((each) => each.content),
      note,
    ) &&
    isSameList(tags, tag) &&
    sets.length === valueSets.length &&
    sets.every(isSameSet)
  );
}

function isSameList(written: readonly string[], made: string | undefined): boolean {
  return written.length === (made === undefined ? 0 : 1) && written[0] === made;
}
