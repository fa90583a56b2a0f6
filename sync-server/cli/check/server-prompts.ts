/** Reads the prompts of a server that are checked, with their test cases. */
import { z } from 'zod';
import { TestCase } from '#shared/model/checks/test-case.ts';
import { Id } from '#shared/model/ids.ts';
import { PulledPrompt } from '#shared/model/pull.ts';
import type { ModelPrice } from '#shared/model/run/model-entry.ts';
import { ServedModels } from '#shared/model/served-model.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { RunFailed } from '../run/run-failed.ts';
import { namedBy, readFromServer, type SendToServer } from '../run/server-prompt.ts';
import { WrongArguments } from '../world.ts';
import { enabledCases, type Labels, nameWith, type PromptToCheck, textToCheck } from './prompt-to-check.ts';

const ProjectHead = z.looseObject({ id: Id, name: z.string() });
const PromptHead = z.looseObject({ id: Id, title: z.string() });

/**
 * `places`: `PROJECT`, or `PROJECT/PROMPT` with or without a label, by names or ids. Throws `WrongArguments` where there
 * is no such project, `RunFailed` where the server does not give a prompt.
 */
export async function readServerPrompts(
  places: readonly string[],
  labels: Labels,
  send: SendToServer,
): Promise<PromptToCheck[]> {
  const found: PromptToCheck[] = [];
  for (const place of places) {
    const { project, prompt, label = labels.label } = namedBy(place);
    if (prompt === '') found.push(...(await promptsOfProject(project, labels, send)));
    else {
      const path = pullPath(project, prompt);
      const { id, title, projectName } = await readFromServer(send, path, { as: PulledPrompt });
      const named = { id, path, name: `${projectName}/${title}` };
      found.push(...(await promptOf(named, { ...labels, label }, send)));
    }
  }
  return found;
}

async function promptsOfProject(place: string, labels: Labels, send: SendToServer): Promise<PromptToCheck[]> {
  const projects = await readFromServer(send, '/api/projects', { as: z.array(ProjectHead) });
  const byId = projects.find(({ id }) => String(id) === place);
  const named = byId === undefined ? projects.filter(({ name }) => name === place) : [byId];
  const [project, another] = named;
  if (project === undefined) throw new WrongArguments(`There is no project of the name or id ${place}.`);
  if (another !== undefined) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new WrongArguments(`Several projects have the name ${place}. Their ids: ${ids}.`);
  }
  const path = `/api/projects/${project.id}/prompts`;
  const found: PromptToCheck[] = [];
  for (const { id, title } of await readFromServer(send, path, { as: z.array(PromptHead) })) {
    const prompt = { id, path: pullPath(String(project.id), String(id)), name: `${project.name}/${title}` };
    found.push(...(await promptOf(prompt, labels, send)));
  }
  return found;
}

type NamedOnServer = { readonly id: number; readonly path: string; readonly name: string };

/** Returns no prompt where none of its cases is enabled. */
async function promptOf(
  { id, path, name }: NamedOnServer,
  { label, baseline }: Labels,
  send: SendToServer,
): Promise<PromptToCheck[]> {
  const cases = enabledCases(
    await readFromServer(send, `/api/prompts/${id}/cases`, { as: z.array(TestCase) }),
  );
  if (cases.length === 0) return [];
  const textAt = (at: string | undefined) => textToCheck(() => pulledText(path, at, send));
  return [
    {
      ...{ name: nameWith(name, label), cases },
      text: await textAt(label),
      baseline: baseline === undefined ? null : await textAt(baseline),
    },
  ];
}

async function pulledText(path: string, label: string | undefined, send: SendToServer) {
  const query = label === undefined ? '' : `?${new URLSearchParams({ label })}`;
  const { text, settings, unresolved } = await readFromServer(send, path + query, { as: PulledPrompt });
  if (unresolved.length > 0) {
    const names = unresolved.map(({ reference }) => reference).join(', ');
    throw new RunFailed(`These snippets are not inserted: ${names}.`);
  }
  return { read: readPrompt(text), settings: settings ?? {} };
}

/** Names and ids of a path by themselves: a name may have slashes. */
function pullPath(project: string, prompt: string): string {
  return `/api/pull/${encodeURIComponent(project)}/${encodeURIComponent(prompt)}`;
}

/** Returns what the models of a server cost; one that costs nothing, or nobody knows what, is not among them. */
export async function readPrices(send: SendToServer): Promise<ReadonlyMap<string, ModelPrice>> {
  const { models } = await readFromServer(send, '/api/models', { as: ServedModels });
  return new Map(models.flatMap(({ name, price }) => (price === null ? [] : [[name, price]])));
}
