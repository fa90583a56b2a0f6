/**
 * Reads a skill (agentskills.io/specification): a folder with a `SKILL.md`, whose front matter has a name and a description,
 * and what lies beside it.
 *
 * 1. The text after the front matter is the prompt, to the byte; fields that a prompt does not have stand in a note.
 * 2. Of the files beside it those come along that a library may keep, under their paths from the folder of all skills, by
 *    which a folder that is kept equal with the project finds them; scripts and others are named.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, fileCandidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import type { InputFile, Reason } from '../../files.ts';
import { readFrontMatter } from '../../front-matter.ts';
import { longestName, slug } from '../../layouts/agent-names.ts';
import { baseOf, folderOf } from '../../paths.ts';
import { type ReadFile, textFormat } from '../format.ts';
import { asAttribute, settingsOfParameters } from '../parameters.ts';
import { listed } from '../parts/listed.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { tagsOf } from '../tags.ts';
import { projectOfFolders } from './agent-project.ts';
import { isOwnPrompt } from './own-prompt.ts';
import { type OwnSkill, otherMetadata, ownSkillIn, skillDescription } from './skill-fields.ts';

const Fields = z.looseObject({
  name: z.string().min(1).optional().catch(undefined),
  model: z.string().min(1).optional().catch(undefined),
  tags: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
});

export const skillFormat = textFormat({
  ...{ name: 'Agent Skills', extensions: ['.md'] },
  find: (text, { file }) =>
    /^skill\.md$/i.test(baseOf(file.path)) && !isOwnPrompt(readFrontMatter(text)) ? text : null,
  read: readSkill,
});

function* readSkill(text: string, of: ReadFile): Generator<Candidate> {
  const { path } = of.file;
  const split = readFrontMatter(text, { asTexts: ['name', 'description', 'tags'], isLoose: true });
  const folder = folderOf(path);
  const beside = resourcesOf(folder, of);
  if (split.kind === 'refused' || isBlank(split.kind === 'found' ? split.body : text)) {
    yield refusedCandidate(
      path,
      split.kind === 'refused' ? split.reason : { sentence: message('This prompt has no text.') },
    );
    return;
  }
  const { fields, body } = split.kind === 'found' ? split : { fields: {}, body: text };
  const { name, model, tags, ...others } = Fields.parse(fields);
  const own = ownSkillIn(others);
  const title = own?.title ?? name ?? (baseOf(folder) || 'SKILL');
  const project =
    own?.project === undefined
      ? projectOfFolders(folderOf(folder), of.options)
      : { id: null, name: own.project };
  const settings = settingsOfParameters({ ...(model === undefined ? {} : { model }) });
  const all = tagsOf(tags);
  const { taken, left } = parted(beside);
  yield promptCandidate({
    ...{ source: path, project, title, content: body },
    notes: notesOf('skill', [fieldsNote(withoutOwn(others, { own, title }))]),
    valueSets: own?.valueSets ?? [],
    attributes: { ...(all.length === 0 ? {} : { tags: all }), ...asAttribute(own?.settings ?? settings) },
    remarks: left.length === 0 ? [] : [leftOut(left, folder)],
  });
  const skill = slug(title, longestName) || baseOf(folder) || 'skill';
  for (const file of taken) {
    const inside = file.path.slice(folder === '' ? 0 : folder.length + 1);
    yield fileCandidate(file, { project, name: `${skill}/${inside}` });
  }
}

function withoutOwn(
  { metadata, description, ...others }: Readonly<Record<string, unknown>>,
  { own, title }: { own: OwnSkill | undefined; title: string },
): Record<string, unknown> {
  if (own === undefined) {
    return {
      ...(description === undefined ? {} : { description }),
      ...others,
      ...(metadata === undefined ? {} : { metadata }),
    };
  }
  const data = otherMetadata(metadata);
  return {
    ...(description === skillDescription(title) ? {} : { description }),
    ...others,
    ...(Object.keys(data).length === 0 ? {} : { metadata: data }),
  };
}

/** Takes the files of a folder that are of no other skill in it. Of what lies at the top only usual folders are one's. */
function resourcesOf(folder: string, { options: { folders } }: ReadFile): InputFile[] {
  const isInside = (path: string) =>
    folder === '' ? /^(scripts|references|assets)\//.test(path) : path.startsWith(`${folder}/`);
  const isOfOther = (path: string) => {
    for (let at = folderOf(path); at !== folder && at !== ''; at = folderOf(at)) {
      if (folders.has(`${at}/SKILL.md`)) return true;
    }
    return false;
  };
  const files = folders.rest().filter(({ path }) => isInside(path) && !isOfOther(path));
  return files.filter(({ path }) => !/(^|\/)skill\.md$/i.test(path)).map(({ path }) => folders.take(path));
}

function parted(files: readonly InputFile[]): { taken: InputFile[]; left: InputFile[] } {
  const isKept = ({ path }: InputFile) => claimedFileType('', baseOf(path)) !== undefined;
  return { taken: files.filter(isKept), left: files.filter((file) => !isKept(file)) };
}

function leftOut(files: readonly InputFile[], folder: string): Reason {
  const names = files.map(({ path }) => path.slice(folder === '' ? 0 : folder.length + 1));
  return {
    sentence: message('Files of this skill that are not imported: {names}.'),
    values: { names: listed(names) },
  };
}
