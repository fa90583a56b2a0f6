/** Reads a file by the first format that recognises it (`value-formats.ts`, `text-formats.ts`). */
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { textOf, withoutMark } from '../bytes.ts';
import { type Candidate, refusedCandidate } from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { baseOf, extensionOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { readYaml } from '../yaml.ts';
import { isEvalsItem } from './cases/evals-items.ts';
import type { ReadFile } from './format.ts';
import { isGithubPromptPath } from './github-models/read-prompt-file.ts';
import { readJsonLines } from './json-lines.ts';
import { isLangfuse, readLangfuse } from './langfuse.ts';
import { beginsAsLibrary, readLibraryJson } from './library-json.ts';
import { readEvals } from './openai/read-evals.ts';
import { isPromptLine, readPromptLines } from './prompt-lines.ts';
import { cellsOf, readTable } from './table.ts';
import { textFormats } from './text-formats.ts';
import { valueFormats } from './value-formats.ts';

/** Yields the candidates of one file, by its extension and by what it contains. */
export async function* readByFormat(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  const { path } = file;
  switch (extensionOf(path)) {
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
      else yield* readValue(jsonOf(await textOf(file, bounds.wholeBytes)), { file, options });
      return;
    case '.yaml':
    case '.yml': {
      const asTexts = isGithubPromptPath(path) ? ['name', 'description', 'model'] : [];
      const read = readYaml(await textOf(file, bounds.yamlBytes), { asTexts });
      if (!read.ok) throw new FileRefused(read.reason);
      yield* readValue(read.value, { file, options });
      return;
    }
    default:
      yield* readTextFile({ file, options });
  }
}

async function* readValue(value: unknown, of: ReadFile): AsyncGenerator<Candidate> {
  for (const { candidates } of valueFormats) {
    const found = candidates(value, of);
    if (found === null) continue;
    yield* found;
    return;
  }
  yield notAPrompt(of.file);
}

async function* readTextFile(of: ReadFile): AsyncGenerator<Candidate> {
  const { path } = of.file;
  const formats = textFormats.filter(({ extensions }) => extensions.includes(extensionOf(path)));
  if (formats.length === 0) {
    yield refusedCandidate(path, { sentence: message('Files of this kind are not read.') });
    return;
  }
  const text = withoutMark(await textOf(of.file, bounds.promptBytes));
  for (const { candidates } of formats) {
    const found = candidates(text, of);
    if (found === null) continue;
    yield* found;
    return;
  }
  yield notAPrompt(of.file);
}

function notAPrompt({ path }: InputFile): Candidate {
  const sentence = message('{name} has nothing that is read as a prompt.');
  return refusedCandidate(path, { sentence, values: { name: baseOf(path) } });
}

/** The first line that can be read decides what the others are, unless a person has chosen columns. */
async function* readLines(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  const first = options.columns === undefined ? await firstValue(file) : undefined;
  if (isPromptLine(first)) yield* readPromptLines(file, options);
  else if (isEvalsItem(cellsOf(first) ?? {})) yield* readEvals(file, options);
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
