/**
 * Reads backups and exports of PromptHub, the app for the desktop (github.com/legeling/PromptHub): JSON, packed as
 * `.phub.gz`, or `import-with-prompthub.json` in a zip beside the same prompts as files.
 *
 * 1. A system and a user text are a chat; a text in English beside them is a prompt of its own.
 * 2. Prompts, their versions, skills with their files and rules come in. Keys, settings and connections are not looked at.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { isBlank } from '#shared/model/text.ts';
import { utf8 } from '../../bytes.ts';
import {
  type Candidate,
  type CandidateProject,
  candidateVersion,
  fileCandidate,
  promptCandidate,
  refusedCandidate,
} from '../../candidate.ts';
import type { InputFile, Reason } from '../../files.ts';
import { longestName, slug } from '../../layouts/agent-names.ts';
import { baseOf } from '../../paths.ts';
import { chatText } from '../chat-text.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { listed } from '../parts/listed.ts';
import { notesOf } from '../parts/notes.ts';
import { tagsOf } from '../tags.ts';

const Text = z.string().nullish().catch(null);
const Flag = z.boolean().nullish().catch(null);
const list = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((items) => items ?? []);
const listOf = <Item>(item: z.ZodType<Item>) =>
  list.transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []));
/** ISO, or milliseconds since 1970. */
const Time = z.union([z.string(), z.number()]).nullish().catch(null);

const Texts = z.looseObject({
  systemPrompt: Text,
  userPrompt: z.string(),
  systemPromptEn: Text,
  userPromptEn: Text,
});
type Texts = z.infer<typeof Texts>;

const Variable = z.looseObject({ name: z.string(), defaultValue: Text, options: z.unknown().optional() });
const Item = Texts.extend({
  ...{ id: z.string(), title: z.string(), description: Text, notes: Text, source: Text },
  ...{ tags: listOf(z.string()), folderId: Text, isFavorite: Flag, isPinned: Flag, createdAt: Time },
  variables: listOf(Variable),
  ...{ images: listOf(z.string()), videos: listOf(z.string()) },
});
type Item = z.infer<typeof Item>;
const ItemVersion = Texts.extend({
  ...{ promptId: z.string(), version: z.number(), note: Text, createdAt: Time },
});
const Folder = z.looseObject({ id: z.string(), name: z.string(), parentId: Text });
const Skill = z.looseObject({
  ...{ id: z.string(), name: z.string(), description: Text, instructions: Text, content: Text },
  tags: listOf(z.string()),
});
type Skill = z.infer<typeof Skill>;
const SkillFile = z.looseObject({ relativePath: z.string(), content: z.string() });
type SkillFile = z.infer<typeof SkillFile>;
const Rule = z.looseObject({ name: z.string(), content: z.string(), platformName: Text });
const Backup = z.looseObject({
  prompts: z.array(z.unknown()),
  ...{ folders: listOf(Folder), versions: list, promptVersions: list, skills: list, rules: list },
  skillFiles: z.record(z.string(), list).nullish().catch(null),
});
type Backup = z.infer<typeof Backup>;
const Envelope = z.looseObject({ kind: z.enum(['prompthub-backup', 'prompthub-export']), payload: Backup });

const packed = 'import-with-prompthub.json';

export const prompthubAppFormat = valueFormat({
  name: 'PromptHub app',
  find(value): Backup | null {
    const envelope = Envelope.safeParse(value);
    if (envelope.success) return envelope.data.payload;
    const backup = Backup.safeParse(value);
    return backup.success && Item.safeParse(backup.data.prompts[0]).success ? backup.data : null;
  },
  *read(backup, of) {
    const copies = takeCopies(of);
    for (const found of new BackupReader(backup, of).all()) {
      const isFirst = copies.length > 0 && found.kind === 'prompt';
      yield isFirst ? { ...found, remarks: [...found.remarks, notRead(copies.splice(0))] } : found;
    }
    if (copies.length > 0) yield refusedCandidate(of.file.path, notRead(copies));
  },
});

/** Matches what a zip has beside: the prompts, skills and settings once more, as files. */
const copied =
  /^(canonical|data|config|prompts|skills|rules|images|videos)\/|^(ai-config|settings|[\w-]*manifest)\.json$|^README\.(txt|md)$/;

/** Takes the copies, and returns the names of their folders and files. */
function takeCopies({ file, options: { folders } }: ReadFile): string[] {
  if (baseOf(file.path) !== packed) return [];
  const before = file.path.slice(0, -packed.length);
  const names = new Set<string>();
  for (const { path } of folders.rest()) {
    const inside = path.startsWith(before) ? path.slice(before.length) : '';
    if (!copied.test(inside)) continue;
    folders.take(path);
    names.add(inside.replace(/\/.*$/s, '/'));
  }
  return [...names];
}

function notRead(names: readonly string[]): Reason {
  return {
    sentence: message('Not read, since this file has the same: {names}.'),
    values: { names: listed(names) },
  };
}

class BackupReader {
  readonly #backup: Backup;
  readonly #of: ReadFile;
  readonly #folders: ReadonlyMap<string, z.infer<typeof Folder>>;
  readonly #versions: ReadonlyMap<string, z.infer<typeof ItemVersion>[]>;
  /** How many versions cannot be read. */
  readonly #broken: number;

  constructor(backup: Backup, of: ReadFile) {
    this.#backup = backup;
    this.#of = of;
    this.#folders = new Map(backup.folders.map((folder) => [folder.id, folder]));
    const all = [...backup.versions, ...backup.promptVersions];
    const versions = all.flatMap((each) => ItemVersion.safeParse(each).data ?? []);
    this.#broken = all.length - versions.length;
    this.#versions = Map.groupBy(
      versions.toSorted((a, b) => a.version - b.version),
      ({ promptId }) => promptId,
    );
  }

  *all(): Generator<Candidate> {
    const { prompts, skills, rules } = this.#backup;
    const { path } = this.#of.file;
    for (const [index, each] of prompts.entries()) {
      const item = Item.safeParse(each).data;
      const source = `${path}:${index + 1}`;
      if (item === undefined) yield refused(source);
      else yield* this.#prompt(item, source);
    }
    for (const [index, each] of skills.entries()) {
      const skill = Skill.safeParse(each).data;
      if (skill === undefined) yield refused(`${path}: skills ${index + 1}`);
      else yield* this.#skill(skill);
    }
    for (const [index, each] of rules.entries()) {
      const rule = Rule.safeParse(each).data;
      if (rule === undefined) yield refused(`${path}: rules ${index + 1}`);
      else yield* this.#rule(rule);
    }
    for (let count = 1; count <= this.#broken; count += 1) yield refused(`${path}: versions ${count}`);
  }

  *#prompt(item: Item, source: string): Generator<Candidate> {
    const content = chatOf(item.systemPrompt, item.userPrompt);
    const english = chatOf(item.systemPromptEn, item.userPromptEn);
    if (isBlank(content) && isBlank(english)) {
      yield refusedCandidate(source, { sentence: message('This prompt has no text.') });
      return;
    }
    const isOwn = !isBlank(english) && english !== content && !isBlank(content);
    const text = isBlank(content) ? english : content;
    yield this.#candidate(item, { source, title: item.title, content: text, of: 'userPrompt' });
    if (isOwn)
      yield this.#candidate(item, {
        ...{ source, title: `${item.title} (English)`, content: english, of: 'userPromptEn' },
      });
  }

  #candidate(
    item: Item,
    { of, ...known }: { source: string; title: string; content: string; of: 'userPrompt' | 'userPromptEn' },
  ): Candidate {
    const values = item.variables.filter(({ defaultValue }) => !isBlank(defaultValue ?? ''));
    const tags = tagsOf(item.tags);
    return promptCandidate({
      ...known,
      project: this.#project(item.folderId),
      createdAt: isoOf(item.createdAt),
      notes: notesOf('prompthub', [joinedParts([item.description, item.source]), joinedParts([item.notes])]),
      valueSets:
        values.length === 0
          ? []
          : [
              {
                ...{ id: null, name: 'Default' },
                values: Object.fromEntries(
                  values.map(({ name, defaultValue }) => [name, defaultValue ?? '']),
                ),
              },
            ],
      versions: (this.#versions.get(item.id) ?? []).flatMap((version) => versionOf(version, of)),
      attributes: {
        ...(tags.length === 0 ? {} : { tags }),
        ...(item.isFavorite === true || item.isPinned === true ? { favorite: true } : {}),
      },
      remarks: remarksOf(item),
    });
  }

  /** Folders in folders are one project, named as their path. */
  #project(id: string | null | undefined): CandidateProject {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at = id ?? null; at !== null && !seen.has(at); ) {
      seen.add(at);
      const folder = this.#folders.get(at);
      if (folder !== undefined) names.unshift(folder.name);
      at = folder?.parentId ?? null;
    }
    const name = names.join(' / ');
    return isBlank(name) ? this.#of.options.project : { id: null, name };
  }

  *#skill(skill: Skill): Generator<Candidate> {
    const { name, description, instructions, content } = skill;
    const source = `${this.#of.file.path}: ${name}`;
    const { project } = this.#of.options;
    const files = this.#filesOf(skill);
    const texts = [content, instructions, files.find(isMain)?.content];
    const text = texts.find((each) => !isBlank(each ?? ''));
    if (typeof text !== 'string') {
      yield refusedCandidate(source, { sentence: message('This prompt has no text.') });
      return;
    }
    const beside = files.filter((file) => !isMain(file));
    const left = beside.filter((file) => !isKept(file)).map(({ relativePath }) => relativePath);
    yield promptCandidate({
      ...{ source, project, title: name, content: text },
      notes: notesOf('prompthub', [joinedParts([description])]),
      attributes: { tags: [...new Set(['skill', ...tagsOf(skill.tags)])] },
      remarks: left.length === 0 ? [] : [leftOut(left)],
    });
    const folder = slug(name, longestName) || 'skill';
    for (const { relativePath, content: inside } of beside.filter(isKept)) {
      const path = relativePath.replaceAll('\\', '/');
      yield fileCandidate(textFile(`${source}/${path}`, inside), { project, name: `${folder}/${path}` });
    }
  }

  #filesOf({ id }: Skill): SkillFile[] {
    const all = this.#backup.skillFiles ?? {};
    const files = Object.hasOwn(all, id) ? (all[id] ?? []) : [];
    return files.flatMap((each) => SkillFile.safeParse(each).data ?? []);
  }

  *#rule({ name, content, platformName }: z.infer<typeof Rule>): Generator<Candidate> {
    const source = `${this.#of.file.path}: ${name}`;
    if (isBlank(content)) {
      yield refusedCandidate(source, { sentence: message('This prompt has no text.') });
      return;
    }
    yield promptCandidate({
      ...{ source, project: this.#of.options.project },
      ...{ title: joinedParts([platformName, name], ': '), content },
      attributes: { tags: ['rule'] },
    });
  }
}

function refused(source: string): Candidate {
  return refusedCandidate(source, { sentence: message('This entry is not a prompt of PromptHub.') });
}

function isMain({ relativePath }: SkillFile): boolean {
  return /^(\.\/)?skill\.md$/i.test(relativePath);
}

function isKept({ relativePath }: SkillFile): boolean {
  return claimedFileType('', baseOf(relativePath)) !== undefined;
}

function versionOf(version: z.infer<typeof ItemVersion>, of: 'userPrompt' | 'userPromptEn') {
  const content =
    of === 'userPrompt'
      ? chatOf(version.systemPrompt, version.userPrompt)
      : chatOf(version.systemPromptEn, version.userPromptEn);
  if (isBlank(content)) return [];
  const description = joinedParts([version.note]) || `Imported version ${version.version}`;
  const number = Number.isInteger(version.version) && version.version > 0 ? version.version : null;
  return [candidateVersion({ version: number, content, description, createdAt: isoOf(version.createdAt) })];
}

function chatOf(system: Texts['systemPrompt'], user: string | null | undefined): string {
  if (isBlank(system ?? '')) return user ?? '';
  const asked = isBlank(user ?? '') ? [] : [{ role: 'user', content: user }];
  return chatText([{ role: 'system', content: system }, ...asked]);
}

function joinedParts(parts: readonly (string | null | undefined)[], between = '\n\n'): string {
  return parts.filter((part) => !isBlank(part ?? '')).join(between);
}

function isoOf(time: z.infer<typeof Time>): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function remarksOf({ images, videos, variables }: Item): Reason[] {
  const media = [...images, ...videos];
  const choices = variables.filter(({ options }) => Array.isArray(options) && options.length > 0);
  return [
    ...(media.length === 0 ? [] : [leftOut(media)]),
    ...(choices.length === 0
      ? []
      : [
          {
            sentence: message('Choices of variables that are not imported: {names}.'),
            values: { names: listed(choices.map(({ name }) => name)) },
          },
        ]),
  ];
}

function leftOut(names: readonly string[]): Reason {
  return {
    sentence: message('Files of this prompt that are not imported: {names}.'),
    values: { names: listed(names) },
  };
}

function textFile(path: string, text: string): InputFile {
  const bytes = utf8(text);
  return {
    ...{ path, size: bytes.length, modified: null },
    async *stream() {
      yield bytes;
    },
  };
}
