/** Completes the arguments of prompts: options, defaults and value sets of a variable; labels and versions. */
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { PulledVariable } from '#shared/model/pull.ts';
import { type Caller, type McpDeps, protocolError } from './caller.ts';
import { findPrompt, idsOf } from './prompt-names.ts';
import { versionArgument } from './prompts.ts';

type Deps = Pick<McpDeps, 'pullPrompt' | 'promptVersions' | 'library'>;

/** The protocol's own bound. */
const mostCompleted = 100;
/** The most characters of a value that is offered: a longer one cannot be read in a list. */
const longest = 1_000;

export async function complete(
  deps: Deps,
  caller: Caller,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  if (ref.type !== 'ref/prompt') return { completion: { values: [] } };
  const { prompt } = await findPrompt(deps, caller, ref.name);
  const ids = idsOf(prompt, caller);
  const pulled = await deps.pullPrompt.pull(caller.userId, { ...ids, pin: null });
  if (pulled.kind === 'refused') throw protocolError(pulled.problem);
  const values =
    argument.name === versionArgument
      ? [...pulled.labels, 'latest', ...(await versionsOf(deps, caller, ids))]
      : [
          ...ofVariable(pulled.prompt.variables.find(({ name }) => name === argument.name)),
          ...(await ofValueSets(deps, caller, { id: prompt.id, name: argument.name })),
        ];
  return completion(values, argument.value);
}

/** Those that begin as what was typed, whatever the case, come first; then those that have it further inside. */
function completion(values: readonly string[], typed: string): CompleteResult {
  const wanted = typed.toLowerCase();
  const short = [...new Set(values)].filter(({ length }) => length > 0 && length <= longest);
  const places = short.map((value) => ({ value, at: value.toLowerCase().indexOf(wanted) }));
  const found = [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)];
  return {
    completion: {
      values: found.slice(0, mostCompleted).map(({ value }) => value),
      total: found.length,
      hasMore: found.length > mostCompleted,
    },
  };
}

function ofVariable(variable: PulledVariable | undefined): string[] {
  if (variable === undefined) return [];
  return [...(variable.options ?? []), ...(variable.default === null ? [] : [variable.default])];
}

async function ofValueSets(
  { library }: Deps,
  { userId }: Caller,
  { id, name }: { id: number; name: string },
): Promise<string[]> {
  const row = (await library.prompt(userId, id))?.row;
  const sets = row?.attributes?.valueSets ?? [];
  return sets.flatMap(({ values }) => (Object.hasOwn(values, name) ? [values[name] ?? ''] : []));
}

/** The newest ones: one part of the list. */
async function versionsOf(
  { promptVersions }: Deps,
  { userId }: Caller,
  ids: ReturnType<typeof idsOf>,
): Promise<string[]> {
  const listed = await promptVersions.list(userId, ids);
  if (listed.kind === 'refused') return [];
  for await (const part of listed.versions) return part.map(({ version }) => String(version));
  return [];
}
