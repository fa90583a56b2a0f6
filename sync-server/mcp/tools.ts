/**
 * The tools: each a schema of its arguments, a schema of its result, and what it does with the services.
 *
 * 1. A tool that changes something is neither listed for a token that only reads, nor run.
 * 2. A refusal of a service is a result with `isError` and the sentence that a person would read: the model may mend it.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LabelOverride } from '#shared/model/label-proof.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import type { Problem } from '#shared/model/problem.ts';
import { jsonSettings, WrittenSettings } from '#shared/model/prompt-settings.ts';
import { PulledPrompt, PulledSettings, VersionHead } from '#shared/model/pull.ts';
import { places } from '#shared/text/search-match.ts';
import { type Caller, invalidParams, type McpDeps, pinOf, sentenceOf } from './caller.ts';
import { findPrompt, idsOf, nameOf } from './prompt-names.ts';

type Outcome = { kind: 'done'; result: Record<string, unknown> } | { kind: 'refused'; problem: Problem };

type ToolDefinition = {
  listed: Tool;
  changes: boolean;
  run(
    deps: McpDeps,
    caller: Caller,
    given: unknown,
  ): Promise<Outcome | { kind: 'invalid'; sentence: string }>;
};

const mostVersions = 100;

const promptNamed = z
  .string()
  .min(1)
  .describe('Its name as prompts/list and search_prompts have it (Project/Title), or its id.');

const FoundInTool = z.object({
  ...{ id: z.int(), name: z.string(), title: z.string() },
  match: z.object({ place: z.enum(places), version: z.int().nullable() }).describe('Where it was found.'),
  excerpt: z.string().describe('A part of the text that matches.'),
});

const searchPrompts = defineTool({
  name: 'search_prompts',
  title: 'Search prompts',
  description:
    'Finds prompts that have all of these words, in any order and whatever the case, in their title, text, notes, tags or one of their versions; what stands in "quotes" is found as it is. The best come first.',
  args: z.strictObject({
    query: z.string().trim().min(1).max(limits.searchMaxLength),
    limit: z.int().min(1).max(50).default(20).describe('How many are returned at most.'),
  }),
  result: z.object({
    prompts: z.array(FoundInTool),
  }),
  changes: false,
  async run(deps, caller, { query, limit }) {
    const prompts: z.infer<typeof FoundInTool>[] = [];
    const found = await deps.search(caller.userId, { query, onlyProject: caller.onlyProject });
    search: for await (const part of found) {
      for (const { id, title, projectId, match, excerpt } of part) {
        if (prompts.length === limit) break search;
        const { onlyProject, userId } = caller;
        const at = { project: String(projectId), prompt: String(id), onlyProject };
        const head = await deps.promptVersions.find(userId, at);
        if (head.kind === 'refused') continue;
        const name = await nameOf(deps, caller, head.prompt);
        prompts.push({ id, name, title, match, excerpt });
      }
    }
    return { kind: 'done', result: { prompts } };
  },
});

const readPrompt = defineTool({
  name: 'read_prompt',
  title: 'Read a prompt',
  description:
    'Returns the text of a prompt with its snippets inserted and its variables as they are written, and what they are.',
  args: z.strictObject({
    prompt: promptNamed,
    version: z
      .string()
      .optional()
      .describe('A label, “latest”, or the number of a version. Without it the current text.'),
  }),
  result: PulledPrompt,
  changes: false,
  async run(deps, caller, { prompt, version }) {
    const found = await findPrompt(deps, caller, prompt);
    const name = { ...idsOf(found.prompt, caller), pin: pinOf(version) };
    const pulled = await deps.pullPrompt.pull(caller.userId, name);
    return pulled.kind === 'refused' ? pulled : { kind: 'done', result: pulled.prompt };
  },
});

const listVersions = defineTool({
  name: 'list_versions',
  title: 'List versions',
  description:
    'Returns the versions of a prompt with their labels and descriptions, without texts, newest first.',
  args: z.strictObject({
    prompt: promptNamed,
    before: z.int().min(1).optional().describe('Only versions with a smaller number.'),
    limit: z.int().min(1).max(mostVersions).default(mostVersions).describe('How many at most.'),
  }),
  result: z.object({ versions: z.array(VersionHead), more: z.boolean() }),
  changes: false,
  async run({ promptVersions, library }, caller, { prompt, before, limit }) {
    const found = await findPrompt({ promptVersions, library }, caller, prompt);
    const listed = await promptVersions.list(caller.userId, idsOf(found.prompt, caller));
    if (listed.kind === 'refused') return listed;
    const versions: VersionHead[] = [];
    for await (const part of listed.versions) {
      versions.push(...part.filter(({ version }) => before === undefined || version < before));
      if (versions.length > limit) break;
    }
    const more = versions.length > limit;
    return { kind: 'done', result: { versions: versions.slice(0, limit), more } };
  },
});

/** As `read_prompt` gives them; what is JSON may come as a text, which is kept as it is. */
const SavedSettings = PulledSettings.extend({
  answerSchema: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  tools: z.union([z.string(), z.array(z.unknown())]).optional(),
  more: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
}).transform((given, context): WrittenSettings => {
  const json = jsonSettings.flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]];
  });
  const read = WrittenSettings.safeParse({ ...given, ...Object.fromEntries(json) });
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    context.issues.push({ code: 'custom', path, message, input: given });
  return {};
});

const saveVersion = defineTool({
  name: 'save_version',
  title: 'Save a new version',
  description:
    'Saves a text as the newest version of a prompt and makes it the current text. A current text that no version has is kept as a version before.',
  args: z.strictObject({
    prompt: promptNamed,
    text: z.string().min(1).describe('The whole new text, with its variables as they are to be written.'),
    description: z.string().max(limits.descriptionLength).default('').describe('What has changed.'),
    settings: SavedSettings.optional().describe(
      'How it is run: all settings from now on. Without them those of the prompt stay, and the version has them.',
    ),
  }),
  result: z.object({ version: z.int() }),
  changes: true,
  async run({ promptVersions, library }, caller, { prompt, ...version }) {
    const found = await findPrompt({ promptVersions, library }, caller, prompt);
    const saved = await promptVersions.save(caller.userId, idsOf(found.prompt, caller), version);
    return saved.kind === 'refused' ? saved : { kind: 'done', result: { version: saved.version } };
  },
});

const moveLabel = defineTool({
  name: 'move_label',
  title: 'Move a label',
  description:
    'Puts a label such as production on a version of a prompt, or takes it off. A label that asks for proof is moved only where the test cases of the version hold, or with a reason of the person.',
  args: z.strictObject({
    prompt: promptNamed,
    label: z.string(),
    version: z.int().min(1).nullable().describe('The number of the version; null takes the label off.'),
    expected: z
      .int()
      .min(1)
      .nullable()
      .optional()
      .describe('The version that it is on by now, null for none: otherwise it is not moved.'),
    override: LabelOverride.optional().describe(
      'Why the person wants it moved although the label asks for proof that is missing; its log keeps it.',
    ),
  }),
  result: z.object({ label: z.string(), version: z.int().nullable() }),
  changes: true,
  async run({ promptVersions, library }, caller, { prompt, label, version, expected, override }) {
    const found = await findPrompt({ promptVersions, library }, caller, prompt);
    const moved = await promptVersions.moveLabel(caller.userId, idsOf(found.prompt, caller), {
      ...{ label, version, override, device: caller.device },
      expected: expected === null ? 'unplaced' : expected,
    });
    return moved.kind === 'refused' ? moved : { kind: 'done', result: moved.place };
  },
});

const tools: readonly ToolDefinition[] = [searchPrompts, readPrompt, listVersions, saveVersion, moveLabel];

export function listTools({ mayWrite }: Caller): Tool[] {
  return tools.filter(({ changes }) => mayWrite || !changes).map(({ listed }) => listed);
}

/** Throws an error of the protocol where there is no such tool for this caller. */
export async function callTool(
  deps: McpDeps,
  caller: Caller,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<{ result: CallToolResult; outputSchema: Tool['outputSchema'] }> {
  const tool = tools.find(({ listed }) => listed.name === name);
  if (tool === undefined) throw invalidParams('There is no such tool.');
  if (tool.changes && !caller.mayWrite) throw invalidParams(messages.apiTokenReads);
  const outcome = await tool.run(deps, caller, given);
  const { outputSchema } = tool.listed;
  if (outcome.kind === 'done') {
    const text = JSON.stringify(outcome.result);
    return { outputSchema, result: { content: [{ type: 'text', text }], structuredContent: outcome.result } };
  }
  const text = outcome.kind === 'refused' ? sentenceOf(outcome.problem) : outcome.sentence;
  return { outputSchema, result: { content: [{ type: 'text', text }], isError: true } };
}

function defineTool<Args extends z.ZodType>(tool: {
  name: string;
  title: string;
  description: string;
  args: Args;
  result: z.ZodType<Record<string, unknown>>;
  changes: boolean;
  run(deps: McpDeps, caller: Caller, given: z.infer<Args>): Promise<Outcome>;
}): ToolDefinition {
  const { name, title, description, changes } = tool;
  const Shape = z.looseObject({ type: z.literal('object') });
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    Shape.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return {
    changes,
    listed: {
      ...{ name, title, description },
      inputSchema: schemaOf(tool.args, 'input'),
      outputSchema: schemaOf(tool.result, 'output'),
      annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
    },
    async run(deps, caller, given) {
      const args = tool.args.safeParse(given);
      if (args.success) return tool.run(deps, caller, args.data);
      const wrong = args.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      return { kind: 'invalid', sentence: `The arguments are not what this tool takes. ${wrong.join(' ')}` };
    },
  };
}
