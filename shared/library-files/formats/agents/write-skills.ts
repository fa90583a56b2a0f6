/** Writes each prompt as a skill, a folder with a `SKILL.md`, in a folder for each project. */
import { utf8 } from '../../bytes.ts';
import type { OutputFile } from '../../files.ts';
import { writeFrontMatter } from '../../front-matter.ts';
import { longestName } from '../../layouts/agent-names.ts';
import { FileNames } from '../../tree/file-names.ts';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { FreeNames } from '../parts/free-names.ts';
import { ownPartOf } from '../parts/own-part.ts';
import { ownMetadataField, skillDescription, skillName } from './skill-fields.ts';

export async function* writeSkills(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
): AsyncGenerator<OutputFile> {
  const folders = new FileNames();
  const projects = new Map<string, { folder: string; names: FreeNames }>();
  for await (const prompt of prompts) {
    const known = projects.get(prompt.project) ?? {
      folder: folders.take(prompt.project, projects.size + 1),
      names: new FreeNames(longestName),
    };
    projects.set(prompt.project, known);
    const name = known.names.take(skillName(prompt.title));
    const content = utf8(skillOf(prompt, name));
    yield { path: `${known.folder}/${name}/SKILL.md`, modified: prompt.modified, content };
  }
}

/** Returns a prompt as the text of a `SKILL.md`; its title, project and settings stand in the metadata. */
function skillOf({ title, text, settings, valueSets, project }: ExportedPrompt, name: string): string {
  const own = ownPartOf({ title, text, settings, valueSets, project }, { text, title: name });
  return writeFrontMatter(
    { name, description: skillDescription(title), metadata: ownMetadataField(own) },
    text.toWellFormed(),
  );
}
