/** Reads the prompts of a server that are looked at, with their cases, value sets, settings and snippets. */
import { z } from 'zod';
import { TestCase } from '#shared/model/checks/test-case.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { PulledPrompt } from '#shared/model/pull.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { namedBy, readFromServer, type SendToServer } from '../run/server-prompt.ts';
import { WrongArguments } from '../world.ts';
import type { PromptToLint } from './prompt-to-lint.ts';

/**
 * `places`: `PROJECT` or `PROJECT/PROMPT`, by names or ids; none: the whole library. Throws `WrongArguments` where there
 * is no such project or prompt, `RunFailed` where the server does not answer.
 */
export async function* serverPrompts(
  places: readonly string[],
  send: SendToServer,
): AsyncGenerator<PromptToLint> {
  const projects = await readFromServer(send, '/api/projects', { as: z.array(Project) });
  const asked = places.length === 0 ? projects.map(({ id }) => String(id)) : places;
  for (const place of asked) {
    const { project: wanted, prompt } = namedBy(place);
    const project = one(projects, wanted, ({ name }) => name);
    const path = `/api/projects/${project.id}/prompts`;
    const prompts = await readFromServer(send, path, { as: z.array(Prompt) });
    const chosen = prompt === '' ? prompts : [one(prompts, prompt, ({ title }) => title)];
    const references = prompts.map(({ title }) =>
      formatReference({ project: project.name, title, pin: null }),
    );
    for (const each of chosen) yield await promptToLint(each, { project, references, send });
  }
}

function one<Row extends { id: number }>(
  rows: readonly Row[],
  wanted: string,
  nameOf: (row: Row) => string,
): Row {
  const byId = rows.find(({ id }) => String(id) === wanted);
  const named = byId === undefined ? rows.filter((row) => nameOf(row) === wanted) : [byId];
  const [found, another] = named;
  if (found === undefined) throw new WrongArguments(`There is nothing of the name or id ${wanted}.`);
  if (another === undefined) return found;
  const ids = named.map(({ id }) => id).join(', ');
  throw new WrongArguments(`There are several of the name ${wanted}. Their ids: ${ids}.`);
}

type Place = {
  readonly project: Project;
  readonly references: readonly string[];
  readonly send: SendToServer;
};

async function promptToLint(
  { id, title, content, attributes = {} }: Prompt,
  { project, references, send }: Place,
): Promise<PromptToLint> {
  const cases = await readFromServer(send, `/api/prompts/${id}/cases`, { as: z.array(TestCase) });
  const { text, unresolved } = hasReferences(content)
    ? await readFromServer(send, `/api/pull/${project.id}/${id}`, { as: PulledPrompt })
    : { text: content, unresolved: [] };
  const { settings = {}, valueSets = [] } = attributes;
  return {
    name: `${project.name}/${title}`,
    subject: {
      ...{ text: content, resolved: text, references, settings, valueSets, cases },
      broken: unresolved.map(({ reference, reason }) => ({ written: reference, reason })),
    },
    linesBefore: 0,
  };
}
