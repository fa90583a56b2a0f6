import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { textOf, withoutMark } from '../bytes.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { baseOf, extensionOf, stemOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { readYaml } from '../yaml.ts';
import { chatText, isChat } from './chat-text.ts';
import { readDotprompt } from './dotprompt.ts';
import {
  githubPromptFields,
  isGithubPromptPath,
  readGithubPrompt,
} from './github-models/read-prompt-file.ts';
import { readJsonLines } from './json-lines.ts';
import { langchainEntries, readLangchain } from './langchain.ts';
import { isLangfuse, langfuseEntries, readLangfuse } from './langfuse.ts';
import { beginsAsLibrary, isLibraryJson, readLibraryJson } from './library-json.ts';
import { isPromptLine, readPromptLines } from './prompt-lines.ts';
import { promptfooConfig, readPromptfoo } from './promptfoo.ts';
import { cellsOf, readRows, readTable } from './table.ts';
import { guessColumns } from './table-columns.ts';
import { readText } from './text.ts';

/** Yields the candidates of one file, by its extension and by what it contains. */
export async function* readByFormat(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  const { path } = file;
  switch (extensionOf(path)) {
    case '.md':
    case '.markdown':
    case '.txt':
      yield* readText(path, await textOf(file, bounds.promptBytes), options);
      return;
    case '.prompt':
      yield* readDotprompt(path, await textOf(file, bounds.promptBytes), options);
      return;
    case '.csv':
    case '.tsv':
      yield* readTable(file, options);
      return;
    case '.jsonl':
    case '.ndjson':
      yield* readLines(file, options);
      return;
    case '.json':
      if (await beginsAsLibrary(file)) yield* readLibraryJson(file);
      else yield* readValue(file, jsonOf(await textOf(file, bounds.wholeBytes)), options);
      return;
    case '.yaml':
    case '.yml': {
      const asTexts = isGithubPromptPath(path) ? ['name', 'description', 'model'] : [];
      const read = readYaml(await textOf(file, bounds.yamlBytes), { asTexts });
      if (!read.ok) throw new FileRefused(read.reason);
      yield* readValue(file, read.value, options);
      return;
    }
    default:
      yield refusedCandidate(path, { sentence: message('Files of this kind are not read.') });
  }
}

async function* readValue(file: InputFile, value: unknown, options: ReadOptions): AsyncGenerator<Candidate> {
  const { path } = file;
  const { project } = options;
  const github = githubPromptFields(path, value);
  const promptfoo = promptfooConfig(path, value);
  const langchain = langchainEntries(value);
  const langfuse = langfuseEntries(value);
  const rows = rowsIn(value).map(cellsOf);
  if (isLibraryJson(value) && extensionOf(path) === '.json') yield* readLibraryJson(file);
  else if (isChat(value)) {
    yield promptCandidate({ source: path, project, title: stemOf(path), content: chatText(value) });
  } else if (github !== null) yield readGithubPrompt(path, github, options);
  else if (promptfoo !== null) yield* readPromptfoo(path, promptfoo, options);
  else if (langchain !== null) yield* readLangchain(path, langchain, options);
  else if (langfuse !== null) yield* readLangfuse(path, langfuse, options);
  else if (isTable(rows, options)) yield* readRows(path, tableRows(rows), options);
  else {
    const sentence = message('{name} has nothing that is read as a prompt.');
    yield refusedCandidate(path, { sentence, values: { name: baseOf(path) } });
  }
}

/** Many programs write an object with a list of their prompts. */
function rowsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const list = cellsOf(value)?.prompts;
  return Array.isArray(list) ? list : [value];
}

type Cells = ReturnType<typeof cellsOf>;

function isTable(rows: readonly Cells[], { columns }: ReadOptions): boolean {
  const [first] = rows;
  if (first === undefined || first === null) return false;
  return columns !== undefined || guessColumns(Object.keys(first)) !== null;
}

function* tableRows(rows: readonly Cells[]) {
  for (const [index, cells] of rows.entries()) {
    const line = index + 1;
    if (cells !== null) yield { line, cells };
    else yield { line, reason: { sentence: message('This line is not an object with fields.') } };
  }
}

/** The first line that can be read decides what the others are, unless a person has chosen columns. */
async function* readLines(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  const first = options.columns === undefined ? await firstValue(file) : undefined;
  if (isPromptLine(first)) yield* readPromptLines(file, options);
  else if (isLangfuse(first) && file.size <= bounds.wholeBytes) {
    // The versions of a prompt of Langfuse stand in several lines: such a file is read as a whole.
    const entries: unknown[] = [];
    for await (const read of readJsonLines(file, bounds.wholeBytes))
      entries.push(read.ok ? read.value : null);
    yield* readLangfuse(file.path, entries, options);
  } else yield* readTable(file, options);
}

async function firstValue(file: InputFile): Promise<unknown> {
  for await (const read of readJsonLines(file, bounds.tableBytes)) if (read.ok) return read.value;
  return undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    throw new FileRefused({ sentence: message('This file is not JSON.') });
  }
}
