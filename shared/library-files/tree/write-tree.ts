/**
 * Writes a library as files that a person can read, edit and keep in git.
 *
 *     library.yaml                      when it was written, of which account
 *     Project/project.yaml              colour, place
 *     Project/Title.md                  YAML front matter, then the text to the code unit
 *     Project/Title/versions/003.md     the same for a version; 003.original.md is its text before it was edited
 *     Project/Title/runs/….json         a kept run, by its time
 *     Project/Title/cases/….json        a test case, by its name
 *     Project/Title/notes.yaml          and values.yaml (value sets), labels.yaml (where labels were)
 *     Project/files.yaml, Project/files/diagram.png
 *
 * 1. `read-tree.ts` gives the very rows back, whatever is in them.
 * 2. Nothing is held but one prompt, one file, the names of a folder and the list of a project's files.
 */
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Version } from '#shared/model/version.ts';
import { utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { writeFrontMatter } from '../front-matter.ts';
import { readYaml, writeYaml } from '../yaml.ts';
import { FileNames } from './file-names.ts';
import { labelNumbers } from './label-numbers.ts';
import type { LibrarySource } from './library-source.ts';
import {
  caseFolder,
  labelsFile,
  libraryFile,
  marker,
  notesFile,
  originalEnd,
  projectFile,
  resourceFolder,
  resourceList,
  runFolder,
  treeVersion,
  valuesFile,
  versionFolder,
} from './tree-files.ts';
import { caseFile, runFile } from './tree-json-rows.ts';

export type TreeHead = { readonly exportedAt: string; readonly username: string };

export async function* writeTree(source: LibrarySource, head: TreeHead): AsyncGenerator<OutputFile> {
  yield yamlFile(libraryFile, head.exportedAt, { [marker]: 'library', version: treeVersion, ...head });
  const names = new FileNames([libraryFile]);
  for await (const project of source.projects()) {
    const folder = names.take(project.name, project.id);
    yield projectOf(folder, project);
    yield* promptsOf(source, project, folder);
    yield* resourcesOf(source, project, folder);
  }
}

/** Yields the files of one project in their folder; `folder` is '' where they are not in one. */
function projectOf(folder: string, project: Project): OutputFile {
  const { id, name, color, createdAt, position, ...later } = project;
  const known = { [marker]: 'project', version: treeVersion, id, name, color, createdAt, position };
  return yamlFile(`${folder}/${projectFile}`, createdAt, { ...known, ...laterOf(later) });
}

async function* promptsOf(source: LibrarySource, project: Project, folder: string) {
  const names = new FileNames([projectFile, resourceList, resourceFolder]);
  for await (const prompt of source.prompts(project)) {
    const stem = `${folder}/${names.take(prompt.title, prompt.id)}`;
    const numbers = new Map<number, number>();
    const versionNames = new FileNames();
    for await (const version of source.versions(prompt)) {
      numbers.set(version.id, version.version);
      const name = versionNames.take(String(version.version).padStart(3, '0'), version.id);
      yield* versionOf(`${stem}/${versionFolder}/${name}`, version);
    }
    const runNames = new FileNames();
    for await (const row of source.keptRuns(prompt)) {
      const name = runNames.take(row.createdAt.replaceAll(':', '-'), row.id, '.json');
      yield runFile(`${stem}/${runFolder}/${name}`, row);
    }
    const caseNames = new FileNames();
    for await (const row of source.testCases(prompt)) {
      yield caseFile(`${stem}/${caseFolder}/${caseNames.take(row.name, row.id, '.json')}`, row);
    }
    yield promptOf(stem, prompt, numbers);
    yield* besides(stem, prompt);
  }
}

function promptOf(stem: string, prompt: Prompt, numbers: ReadonlyMap<number, number>): OutputFile {
  const {
    id,
    projectId: _of,
    title,
    content,
    notes: _notes,
    createdAt,
    lastVersion,
    attributes,
    ...later
  } = prompt;
  const {
    labels,
    valueSets: _sets,
    tags,
    favorite,
    position,
    settings,
    ...laterAttributes
  } = attributes ?? {};
  const hasLater = Object.keys(laterAttributes).length > 0;
  const fields = {
    ...{ [marker]: 'prompt', version: treeVersion, id, title, tags, favorite, position, settings },
    ...(labels === undefined ? {} : { labels: labelNumbers(labels, numbers) }),
    ...{ createdAt, lastVersion },
    ...laterOf({ ...later, ...(hasLater ? { attributes: laterAttributes } : {}) }),
  };
  return textFile(`${stem}.md`, createdAt, fields, content);
}

function* versionOf(stem: string, row: Version): Generator<OutputFile> {
  const {
    id,
    promptId: prompt,
    version,
    content,
    description,
    createdAt,
    original,
    conflict,
    settings,
    ...later
  } = row;
  const isApart = original?.isWellFormed() === true;
  const fields = {
    ...{ [marker]: 'version', id, prompt, version, description, createdAt, settings },
    ...(conflict === null ? {} : { conflict }),
    ...(isApart || original === null ? {} : { original }),
    ...laterOf(later),
  };
  yield textFile(`${stem}.md`, createdAt, fields, content);
  if (isApart) yield { path: `${stem}${originalEnd}`, modified: createdAt, content: utf8(original) };
}

function* besides(stem: string, { notes, attributes, createdAt }: Prompt): Generator<OutputFile> {
  if (notes !== '') yield notesOf(`${stem}/${notesFile}`, createdAt, notes);
  const { labels = [], valueSets } = attributes ?? {};
  if (labels.length > 0) yield yamlFile(`${stem}/${labelsFile}`, createdAt, labels);
  if (valueSets !== undefined) yield yamlFile(`${stem}/${valuesFile}`, createdAt, valueSets);
}

/** Writes notes as a list where that list is the same text again, and otherwise as the text that they are. */
function notesOf(path: string, modified: string, notes: string): OutputFile {
  const list = jsonOf(notes);
  if (Array.isArray(list)) {
    const yaml = writeYaml(list);
    const again = readYaml(yaml);
    if (again.ok && JSON.stringify(again.value) === notes) return { path, modified, content: utf8(yaml) };
  }
  return yamlFile(path, modified, { text: notes });
}

async function* resourcesOf(
  source: LibrarySource,
  project: Project,
  folder: string,
): AsyncGenerator<OutputFile> {
  const names = new FileNames();
  const rows: { row: Resource; file: string | undefined }[] = [];
  for await (const row of source.resources(project)) {
    const content = await source.bytes(row);
    const file = content === undefined ? undefined : takeFileName(names, row);
    rows.push({ row, file });
    if (content === undefined || file === undefined) continue;
    yield { path: `${folder}/${resourceFolder}/${file}`, modified: row.createdAt, content };
  }
  if (rows.length === 0) return;
  const listed = rows.map(({ row: { projectId: _of, ...row }, file }) => ({ file, ...row }));
  yield yamlFile(`${folder}/${resourceList}`, project.createdAt, listed);
}

function takeFileName(names: FileNames, { name, originalFilename, id }: Resource): string {
  const dotOf = (text: string) => /\.[A-Za-z0-9]{1,15}$/.exec(text)?.[0] ?? '';
  const extension = dotOf(name) || dotOf(originalFilename);
  return names.take(
    name.endsWith(extension) ? name.slice(0, name.length - extension.length) : name,
    id,
    extension,
  );
}

/** A text that UTF-8 cannot write stands in the front matter, where its halves of pairs are escaped. */
function textFile(path: string, modified: string, fields: Record<string, unknown>, text: string): OutputFile {
  const isWritten = text.isWellFormed();
  const head = isWritten ? fields : { ...fields, text };
  return { path, modified, content: utf8(writeFrontMatter(head, isWritten ? text : '')) };
}

function yamlFile(path: string, modified: string, value: unknown): OutputFile {
  return { path, modified, content: utf8(writeYaml(value)) };
}

function laterOf(later: Record<string, unknown>): { later?: Record<string, unknown> } {
  return Object.keys(later).length === 0 ? {} : { later };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
