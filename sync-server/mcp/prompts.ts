/**
 * Lists prompts with their variables as arguments, and fills them.
 *
 * 1. They are in the order of their projects' names and their titles, which a person knows them by. A cursor is the place
 *    of the last one in it, so a prompt that comes or goes moves no other one to another page.
 * 2. A page ends after a hundred prompts, or earlier where their texts are large: each is read for its variables.
 * 3. The argument `@version` chooses a label or a version; no variable can have that name.
 * 4. The protocol has no role but user and assistant. Messages of others are a user's, in their place and unchanged, and
 *    `promptory/role` in the `_meta` of their content names the role.
 */
import type { GetPromptResult, ListPromptsResult, Prompt, PromptMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { FillRequest, type PulledMessage, type PulledVariable } from '#shared/model/pull.ts';
import type { ListedPrompt } from '../services/reads/prompt-versions.ts';
import { type Caller, invalidParams, type McpDeps, pinOf, protocolError } from './caller.ts';
import { cursorOf, placeIn } from './pages.ts';
import { findPrompt, idsOf, nameOf, nameWithId } from './prompt-names.ts';

type Deps = Pick<McpDeps, 'pullPrompt' | 'promptVersions' | 'library'>;

/** The argument beside the variables. */
export const versionArgument = '@version';

const mostListed = 100;
/** UTF-16 units of the texts behind a page, and of what it has of them. */
const mostRead = 4 * 1024 * 1024;
const mostWritten = 1024 * 1024;
const mostOptions = 20;

const After = z.object({ project: z.string(), title: z.string(), id: z.int() });
type Place = z.infer<typeof After>;

export async function listPrompts(
  deps: Deps,
  caller: Caller,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const after = placeIn(After, cursor);
  const heads: ListedPrompt[] = [];
  for await (const part of deps.promptVersions.listPrompts(caller.userId, caller.onlyProject)) {
    heads.push(...part.filter((head) => after === undefined || inOrder(placeOf(head), after) > 0));
  }
  const prompts: Prompt[] = [];
  let read = 0;
  let written = 0;
  let last = after;
  for (const head of heads.sort((a, b) => inOrder(placeOf(a), placeOf(b)))) {
    if (prompts.length === mostListed || read > mostRead || written > mostWritten) {
      return { prompts, nextCursor: cursorOf(last) };
    }
    const listed = await describe(deps, caller, head);
    last = placeOf(head);
    if (listed === undefined) continue;
    prompts.push(listed.prompt);
    read += listed.units;
    written += JSON.stringify(listed.prompt).length;
  }
  return { prompts };
}

function placeOf({ projectName: project, title, id }: ListedPrompt): Place {
  return { project, title, id };
}

const byName = new Intl.Collator('en', { numeric: true });

function inOrder(a: Place, b: Place): number {
  return byName.compare(a.project, b.project) || byName.compare(a.title, b.title) || a.id - b.id;
}

/** Returns nothing of a prompt that was deleted meanwhile. */
async function describe(
  deps: Deps,
  caller: Caller,
  head: ListedPrompt,
): Promise<{ prompt: Prompt; units: number } | undefined> {
  const name = await nameOf(deps, caller, head);
  const pulled = await deps.pullPrompt.pull(caller.userId, { ...idsOf(head, caller), pin: null });
  if (pulled.kind === 'refused') return undefined;
  const { labels, prompt } = pulled;
  const versioned = labels.length === 0 ? '' : ` Labels: ${labels.slice(0, mostOptions).join(', ')}.`;
  return {
    units: prompt.text.length,
    prompt: {
      name,
      title: head.title,
      description: `In the project ${head.projectName}.${versioned}`,
      arguments: [...prompt.variables.map(argumentOf), versionArgumentOf(labels)],
      _meta: {
        'promptory/id': head.id,
        'promptory/project': head.projectName,
        'promptory/labels': labels.slice(0, mostListed),
      },
    },
  };
}

function argumentOf(variable: PulledVariable): NonNullable<Prompt['arguments']>[number] {
  const { name, type, options } = variable;
  const kinds = { text: 'Text.', textarea: 'Text of several lines.', number: 'A number.', date: 'A day.' };
  const kind =
    type === 'select'
      ? `One of: ${shortened((options ?? []).slice(0, mostOptions).join(', '))}.`
      : kinds[type];
  const without = variable.default === null ? '' : ` Without a value: ${shortened(variable.default)}`;
  return { name, description: `${kind}${without}`, required: variable.default === null };
}

function versionArgumentOf(labels: readonly string[]) {
  const named = labels.length === 0 ? '' : `, for example ${labels.slice(0, 3).join(', ')}`;
  const description = `A label${named}, or the number of a version. Without it the current text.`;
  return { name: versionArgument, description, required: false };
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** Throws an error of the protocol that names the values that are missing. */
export async function getPrompt(
  deps: Deps,
  caller: Caller,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
): Promise<GetPromptResult> {
  const { prompt } = await findPrompt(deps, caller, name);
  const { [versionArgument]: version, ...values } = given;
  const request = FillRequest.safeParse({ values });
  if (!request.success)
    throw invalidParams('A value or its name is too long, or is no text that can be kept.');
  const pinned = { ...idsOf(prompt, caller), pin: pinOf(version) };
  const filled = await deps.pullPrompt.fill(caller.userId, pinned, request.data.values);
  if (filled.kind === 'refused') throw protocolError(filled.problem);
  const { prompt: pulled, messages } = filled;
  const at = pulled.version === null ? 'current text' : `version ${pulled.version}`;
  return {
    description: `${pulled.projectName}/${pulled.title}, ${at}`,
    messages: messages.map(messageOf),
    _meta: {
      'promptory/id': pulled.id,
      'promptory/name': nameWithId(pulled),
      'promptory/version': pulled.version,
      'promptory/labels': pulled.labels,
      'promptory/unresolved': pulled.unresolved,
    },
  };
}

function messageOf({ role, content: text }: PulledMessage): PromptMessage {
  if (role === 'user' || role === 'assistant') return { role, content: { type: 'text', text } };
  return { role: 'user', content: { type: 'text', text, _meta: { 'promptory/role': role } } };
}
