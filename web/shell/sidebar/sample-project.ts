/** Makes a project to look around in, by the mutations that a person's own work makes, and removes it again. */
import { t } from '#shared/language/translate.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionCountOf } from '../../data/queries/version-items.ts';
import type { Outline } from '../../data/rows/outline.ts';

export const sampleName = () => t('Sample project');

const samplePrompts = () => [
  {
    title: t('Answer with sources'),
    content: t(
      'You answer questions about {product} from the documents below.\n\n## Rules\n\n- Quote the passage that you rely on.\n- Say **I do not know** when the documents do not say it.\n- Answer in {language}, in at most three sentences.\n\n## Documents\n\n{documents}\n',
    ),
  },
  {
    title: t('Summarise a thread'),
    content: t(
      'Summarise the thread for someone who joins today.\n\n1. What was decided, and by whom.\n2. What is open, with the next step.\n3. What was considered and left.\n\nThread:\n\n{thread}\n',
    ),
  },
];

/** Resolves with the prompt to open. Rejects where this device takes nothing. */
export async function makeSample(library: Library): Promise<{ id: number; projectId: number }> {
  const projectId = library.newId();
  await made(commit(library, 'createProject', { id: projectId, name: sampleName(), color: 'teal' }));
  const ids: number[] = [];
  for (const { title, content } of samplePrompts()) {
    const id = library.newId();
    await made(commit(library, 'createPrompt', { id, projectId, title, content }));
    ids.push(id);
  }
  const [first] = samplePrompts();
  const [id = 0] = ids;
  if (first !== undefined) {
    const version = { promptId: id, id: library.newId(), content: first.content };
    await made(commit(library, 'saveVersion', { ...version, description: t('The first that worked') }));
  }
  return { id, projectId };
}

async function made(committed: ReturnType<typeof commit>): Promise<void> {
  const outcome = await committed;
  if (!outcome.ok) throw new Error(`The sample was refused: ${outcome.code}.`);
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

/** Returns whether the texts are as they were made, so that nothing of the person's goes with them. */
export async function isUntouched(library: Library, promptIds: readonly number[]): Promise<boolean> {
  const texts = new Set(samplePrompts().map(({ content }) => content));
  for (const id of promptIds) {
    const prompt = await promptOf(library, id);
    if (prompt === undefined) continue;
    const isAsMade = texts.has(prompt.content) && ['', '[]'].includes(prompt.notes);
    if (!isAsMade || (await versionCountOf(library, id)) > 1) return false;
  }
  return true;
}
