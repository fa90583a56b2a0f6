/**
 * Names prompts for programs: `Project/Title`, and `Project/Title ~id` where that would not find this prompt alone.
 *
 * 1. The first slash ends the project's name; a slash or a percent sign in it is written as in an address.
 * 2. The name with an id always finds its prompt, as long as it has this title and lies in this project.
 */

import { PathId } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type { ListedPrompt, PromptName, PromptVersions } from '../services/reads/prompt-versions.ts';
import type { Refused } from '../services/reads/pull-prompt.ts';
import type { ReadLibrary } from '../services/reads/read-library.ts';
import { type Caller, protocolError } from './caller.ts';

export type NameDeps = {
  promptVersions: Pick<PromptVersions, 'find'>;
  library: Pick<ReadLibrary, 'prompt'>;
};

type Named = Pick<ListedPrompt, 'id' | 'title' | 'projectName'>;

/** The longest name: an escaped project, a title, an id. */
const longest = 3 * limits.projectNameLength + limits.promptTitleLength + 40;

function plainName({ projectName, title }: Named): string {
  const escaped = projectName.replaceAll(/[%/]/g, (character) => encodeURIComponent(character));
  return `${escaped}/${title}`;
}

export function nameWithId(prompt: Named): string {
  return `${plainName(prompt)} ~${prompt.id}`;
}

/** Finds the prompt of a name, or of an id in digits. Throws an error of the protocol where there is none, or several. */
export async function findPrompt(
  { promptVersions, library }: NameDeps,
  { userId, onlyProject }: Caller,
  name: string,
) {
  const at = (project: string, prompt: string): PromptName => ({ project, prompt, onlyProject });
  const id = PathId.safeParse(name);
  if (id.success) {
    const row = (await library.prompt(userId, id.data))?.row;
    return foundOr(await promptVersions.find(userId, at(String(row?.projectId ?? ''), name)));
  }
  const short = name.slice(0, longest + 1);
  const { project, title } = partsOf(short);
  const withId = /^(.*) ~(\d+)$/su.exec(title);
  if (withId !== null) {
    const found = await promptVersions.find(userId, at(project, withId[2] ?? ''));
    if (found.kind === 'found' && found.prompt.title === withId[1]) return found;
  }
  return foundOr(await promptVersions.find(userId, at(project, title)));
}

/** Returns the name by which `findPrompt` finds this prompt and no other. */
export async function nameOf(
  { promptVersions }: Pick<NameDeps, 'promptVersions'>,
  { userId, onlyProject }: Caller,
  prompt: Named,
): Promise<string> {
  const { projectName: project, title } = prompt;
  if (/ ~\d+$/.test(title)) return nameWithId(prompt);
  const found = await promptVersions.find(userId, { project, prompt: title, onlyProject });
  return found.kind === 'found' && found.prompt.id === prompt.id ? plainName(prompt) : nameWithId(prompt);
}

/** Returns the ids of a prompt that was found: they name it whatever it is called. */
export function idsOf({ id, projectId }: ListedPrompt, { onlyProject }: Caller): PromptName {
  return { project: String(projectId), prompt: String(id), onlyProject };
}

type Found = Exclude<Awaited<ReturnType<PromptVersions['find']>>, Refused>;

function foundOr(found: Found | Refused): Found {
  if (found.kind === 'refused') throw protocolError(found.problem);
  return found;
}

function partsOf(name: string): { project: string; title: string } {
  const slash = name.indexOf('/');
  const written = slash === -1 ? name : name.slice(0, slash);
  const project = written.replaceAll(/%2f/gi, '/').replaceAll('%25', '%');
  return { project, title: slash === -1 ? '' : name.slice(slash + 1) };
}
