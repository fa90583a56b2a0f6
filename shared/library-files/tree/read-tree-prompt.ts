/** Reads one prompt of the tree with its versions, notes, value sets and labels. */
import { message } from '#shared/language/message.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { PlacedLabel, PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { bounds } from '../bounds.ts';
import { textOf } from '../bytes.ts';
import {
  type Candidate,
  type CandidateLabel,
  type CandidateProject,
  type CandidateVersion,
  promptCandidate,
} from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { readFrontMatter } from '../front-matter.ts';
import { stemOf } from '../paths.ts';
import { refusedBy } from '../refused-by.ts';
import { readYaml } from '../yaml.ts';
import type { Folders } from './folders.ts';
import { labelNumbers } from './label-numbers.ts';
import type { PromptFolders } from './prompt-folders.ts';
import {
  caseFolder,
  labelsFile,
  marker,
  notesFile,
  originalEnd,
  runFolder,
  valuesFile,
  versionFolder,
} from './tree-files.ts';
import { readCaseFile, readRunFile } from './tree-json-rows.ts';
import { LabelList, NotesText, PromptHead, ValueSetList, VersionHead } from './tree-rows.ts';
import { parsedBy, readHead } from './tree-yaml.ts';

export type TreePlace = { folders: Folders; prompts: PromptFolders; project: CandidateProject };

/** Yields a prompt, and what of it is refused; yields nothing, and takes no file, if it is not a prompt of a tree. */
export async function* readTreePrompt(
  file: InputFile,
  { folders, prompts, project }: TreePlace,
): AsyncGenerator<Candidate> {
  const split = readFrontMatter(await textOf(file, bounds.promptBytes));
  if (split.kind === 'refused') throw new FileRefused(split.reason);
  if (split.kind === 'none' || split.fields[marker] !== 'prompt') return;
  folders.take(file.path);
  const head = parsedBy(PromptHead, split.fields);
  const id = head.id ?? null;
  const beside = new Beside(folders, prompts.of(stemOf(file.path), id));
  const versions: CandidateVersion[] = [];
  for (const version of beside.versions()) {
    const read = await readVersion(version, beside).catch((failure) => refusedBy(failure, version.path));
    if ('kind' in read) yield read;
    else versions.push(read);
  }
  const keptRuns: KeptRun[] = [];
  for (const run of beside.jsonIn(runFolder)) {
    // It becomes one of the prompt that the files come to.
    const read = await readRunFile(run, id ?? 1).catch((failure) => refusedBy(failure, run.path));
    if ('run' in read) keptRuns.push(read);
    else yield read;
  }
  const testCases: TestCase[] = [];
  for (const file of beside.jsonIn(caseFolder)) {
    const read = await readCaseFile(file, id ?? 1).catch((failure) => refusedBy(failure, file.path));
    if ('checks' in read) testCases.push(read);
    else yield read;
  }
  versions.sort((a, b) => (a.version ?? 0) - (b.version ?? 0));
  const { attributes, labels } = await attributesOf(head, beside, versions);
  const { attributes: _later, ...later } = head.later;
  yield promptCandidate({
    ...{ source: file.path, project, id, title: head.title, content: head.text ?? split.body },
    ...{
      notes: await notesOf(beside),
      createdAt: head.createdAt ?? null,
      lastVersion: head.lastVersion ?? null,
    },
    ...{ attributes, labels, versions, keptRuns, testCases, later },
  });
}

/** The files that lie in a prompt's folder. */
class Beside {
  readonly #folders: Folders;
  readonly #folder: string;

  constructor(folders: Folders, folder: string) {
    this.#folders = folders;
    this.#folder = folder;
  }

  /** Returns a file of this name, which is read by that; undefined where there is none. */
  take(name: string): InputFile | undefined {
    const path = `${this.#folder}/${name}`;
    return this.#folders.has(path) ? this.#folders.take(path) : undefined;
  }

  jsonIn(folder: string): InputFile[] {
    return this.#folders
      .filesIn(`${this.#folder}/${folder}`)
      .filter(({ path }) => /\.json$/i.test(path))
      .map(({ path }) => this.#folders.take(path));
  }

  versions(): InputFile[] {
    return this.#folders
      .filesIn(`${this.#folder}/${versionFolder}`)
      .filter(({ path }) => /\.md$/i.test(path) && !path.endsWith(originalEnd))
      .map(({ path }) => this.#folders.take(path));
  }
}

async function readVersion(file: InputFile, beside: Beside): Promise<CandidateVersion> {
  const split = readFrontMatter(await textOf(file, bounds.promptBytes));
  if (split.kind === 'refused') throw new FileRefused(split.reason);
  if (split.kind === 'none') {
    throw new FileRefused({ sentence: message('The YAML at the beginning of this file is missing.') });
  }
  const head = parsedBy(VersionHead, split.fields);
  const { id, version, description, createdAt, conflict, original, settings, text, later } = head;
  const originalFile = beside.take(`${versionFolder}/${stemOf(file.path)}${originalEnd}`);
  return {
    ...{ id: id ?? null, version, content: text ?? split.body, description, createdAt: createdAt ?? null },
    original:
      originalFile === undefined ? (original ?? null) : await textOf(originalFile, bounds.promptBytes),
    ...{ conflict: conflict ?? null, settings: settings ?? null, later },
  };
}

async function notesOf(beside: Beside): Promise<string> {
  const file = beside.take(notesFile);
  if (file === undefined) return '';
  const read = readYaml(await textOf(file, bounds.yamlBytes));
  if (!read.ok) throw new FileRefused(read.reason);
  const text = NotesText.safeParse(read.value);
  return text.success ? text.data.text : JSON.stringify(read.value);
}

/**
 * Returns the labels as the log has them if the front matter has them on the same versions. Otherwise a person has
 * moved one there: then all are as the front matter has them, without a log but with what they ask for.
 */
async function attributesOf(
  head: PromptHead,
  beside: Beside,
  versions: readonly CandidateVersion[],
): Promise<{ attributes: PromptAttributes; labels: CandidateLabel[] }> {
  const { tags, favorite, position, settings } = head;
  const setsFile = beside.take(valuesFile);
  const valueSets = setsFile === undefined ? undefined : await readHead(setsFile, ValueSetList);
  const logFile = beside.take(labelsFile);
  const log = logFile === undefined ? [] : await readHead(logFile, LabelList);
  const isMoved = !isSame(head.labels ?? {}, log, versions);
  const later = typeof head.later.attributes === 'object' ? { ...head.later.attributes } : {};
  const attributes: PromptAttributes = {
    ...(isMoved ? ruled(log) : head.labels === undefined ? {} : { labels: log }),
    ...(valueSets === undefined ? {} : { valueSets }),
    ...(tags === undefined || tags === null ? {} : { tags }),
    ...(favorite === undefined ? {} : { favorite }),
    ...(position === undefined ? {} : { position }),
    ...(settings === undefined ? {} : { settings }),
    ...later,
  };
  return { attributes, labels: isMoved ? placedLabels(head) : [] };
}

function ruled(log: readonly PlacedLabel[]): Pick<PromptAttributes, 'labels'> {
  const labels = log.flatMap(({ label, asks }) =>
    asks === undefined ? [] : [{ label, versionId: null, moves: [], asks }],
  );
  return labels.length === 0 ? {} : { labels };
}

function isSame(
  written: Readonly<Record<string, number | null>>,
  log: readonly PlacedLabel[],
  versions: readonly CandidateVersion[],
): boolean {
  const numbers = new Map(
    versions.flatMap(({ id, version }) => (id === null ? [] : [[id, version ?? 0] as const])),
  );
  const logged = labelNumbers(log, numbers);
  const labels = Object.keys(written);
  return (
    labels.length === Object.keys(logged).length && labels.every((label) => logged[label] === written[label])
  );
}

function placedLabels({ labels = {} }: PromptHead): CandidateLabel[] {
  return Object.entries(labels).flatMap(([label, version]) => (version === null ? [] : [{ label, version }]));
}
