/**
 * Reads a flow of Prompt flow (microsoft.github.io/promptflow/reference/flow-yaml-schema-reference.html), `flow.dag.yaml`:
 * each step that calls a model or makes a prompt is one, with the template that it names.
 *
 * 1. Parameters of a step are settings. Its other inputs are the values of its variables: those of the flow have defaults.
 * 2. Steps of code and other tools are named.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { bounds } from '../../bounds.ts';
import { textOf, withoutMark } from '../../bytes.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { FileRefused, type Reason } from '../../files.ts';
import { folderOf, stemOf } from '../../paths.ts';
import { valueText } from '../cases/case-notes.ts';
import { type ReadFile, textFormat, valueFormat } from '../format.ts';
import { asAttribute, settingsOfParameters } from '../parameters.ts';
import { listed } from '../parts/listed.ts';
import { notesOf } from '../parts/notes.ts';
import { resolved } from '../parts/resolved.ts';
import { fromSections } from '../templates/role-sections.ts';
import { projectOf } from '../text.ts';

type Fields = Readonly<Record<string, unknown>>;

const Entries = z.record(z.string(), z.unknown());
const Node = z.looseObject({
  name: z.string().min(1),
  type: z.string(),
  source: z
    .looseObject({ path: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  inputs: Entries.optional().catch(undefined),
});
type Node = z.infer<typeof Node>;
const Flow = z.looseObject({ nodes: z.array(Node).min(1), inputs: Entries.optional().catch(undefined) });
type Flow = z.infer<typeof Flow>;

const isPrompt = ({ type }: Node) => type === 'llm' || type === 'prompt';

export const promptflowFormat = valueFormat({
  name: 'Prompt flow',
  find(value) {
    const flow = Flow.safeParse(value).data;
    return flow?.nodes.some(isPrompt) === true ? flow : null;
  },
  read: readFlow,
});

async function* readFlow(flow: Flow, of: ReadFile): AsyncGenerator<Candidate> {
  const others = flow.nodes.filter((node) => !isPrompt(node)).map(({ name }) => name);
  const left: Reason = {
    sentence: message('Steps of this flow that are no prompts: {names}.'),
    values: { names: listed(others) },
  };
  let remarks = others.length === 0 ? [] : [left];
  for (const node of flow.nodes.filter(isPrompt)) {
    const source = `${of.file.path}: ${node.name}`;
    try {
      yield await promptOf(node, { flow, of, source, remarks });
      remarks = [];
    } catch (failure) {
      if (!(failure instanceof FileRefused)) throw failure;
      yield refusedCandidate(source, failure.reason);
    }
  }
}

type Of = { flow: Flow; of: ReadFile; source: string; remarks: readonly Reason[] };

async function promptOf(node: Node, { flow, of, source, remarks }: Of): Promise<Candidate> {
  const template = await templateOf(node, of);
  const read = fromSections(template, 'jinja');
  if (isBlank(read.text)) throw new FileRefused({ sentence: message('This prompt has no text.') });
  const { settings, values } = partedInputs(node.inputs ?? {}, flow);
  return promptCandidate({
    ...{ source, project: projectOf(of.file.path, of.options), title: node.name, content: read.text },
    notes: notesOf('promptflow', read.comments),
    valueSets: Object.keys(values).length === 0 ? [] : [{ id: null, name: 'Default', values }],
    attributes: asAttribute(settings),
    remarks: [...remarks, ...read.remarks],
  });
}

async function templateOf({ source }: Node, { file, options: { folders } }: ReadFile): Promise<string> {
  const path = source?.path === undefined ? null : resolved(folderOf(file.path), source.path);
  const named = path === null ? undefined : folders.get(path);
  if (path === null || named === undefined) {
    throw new FileRefused({ sentence: message('The file that it names is not among the files.') });
  }
  if (folders.has(path)) folders.take(path);
  return withoutMark(await textOf(named, bounds.promptBytes));
}

const parameters =
  /^(temperature|top_p|max_tokens|stop|seed|presence_penalty|frequency_penalty|response_format|tool_choice|tools)$/;
const Default = z.looseObject({ default: z.unknown() });

function partedInputs(inputs: Fields, flow: Flow) {
  const values: [string, string][] = [];
  const found: [string, unknown][] = [];
  for (const [name, value] of Object.entries(inputs)) {
    if (value === null || value === '') continue;
    if (name === 'deployment_name' || name === 'model') found.push(['model', value]);
    else if (parameters.test(name)) found.push([name, value]);
    else {
      const of = typeof value === 'string' ? /^\$\{(.+)\}$/.exec(value)?.[1] : undefined;
      const given = of === undefined ? value : defaultOf(of, flow);
      if (given !== undefined && given !== null) values.push([name, valueText(given)]);
    }
  }
  return { settings: settingsOfParameters(Object.fromEntries(found)), values: Object.fromEntries(values) };
}

/** `of`: a reference, as `inputs.question`. */
function defaultOf(of: string, { inputs = {} }: Flow): unknown {
  const name = /^inputs\.(.+)$/.exec(of)?.[1] ?? '';
  return Object.hasOwn(inputs, name) ? Default.safeParse(inputs[name]).data?.default : undefined;
}

/** A template that no flow among the files names. */
export const jinjaFormat = textFormat({
  ...{ name: 'Jinja', extensions: ['.jinja2', '.jinja', '.j2'] },
  find: (text) => text,
  read: (text, { file: { path }, options }) => {
    if (isBlank(text)) return [refusedCandidate(path, { sentence: message('This file is empty.') })];
    const read = fromSections(text, 'jinja');
    return [
      promptCandidate({
        ...{ source: path, project: projectOf(path, options), content: read.text, remarks: read.remarks },
        ...{
          title: stemOf(path).replace(/(?<=.)\.(prompt|txt|md)$/i, ''),
          notes: notesOf('jinja', read.comments),
        },
      }),
    ];
  },
});
