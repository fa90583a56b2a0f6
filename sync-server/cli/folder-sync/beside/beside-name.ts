/**
 * Which files of a project lie beside a prompt: those whose names begin with the plain name of its title, as of a skill.
 *
 * The name is the same for each folder, whatever the prompt's own folder is called there.
 */
import { agentName } from '#shared/library-files/layouts/agent-names.ts';
import { baseOf, folderOf, stemOf } from '#shared/library-files/paths.ts';
import { isPortableName } from '#shared/library-files/tree/file-names.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { ResourceName } from '#shared/model/resource.ts';
import { isPassedOver, originalOf } from '../files/prompt-files.ts';

/** `name`: with which the names of its files begin. `folder`: its path in the whole folder. */
export type Skill = { prompt: number; name: string; folder: string };

/** Returns prompts with their names; of several with one title the one with the lowest id has the plain one. */
export function skillsOf(
  prompts: Iterable<{ id: number; title: string; folder: string }>,
): Map<string, Skill> {
  const skills = new Map<string, Skill>();
  for (const { id, title, folder } of [...prompts].sort((a, b) => a.id - b.id)) {
    const plain = agentName(title, id);
    const name = skills.has(plain) ? `${plain}-${id.toString(36)}` : plain;
    skills.set(name, { prompt: id, name, folder });
  }
  return skills;
}

/** Returns `pdf` of `pdf/references/forms.md`. */
export function skillOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('/')));
}

/** Returns the name that a file has when its skill is called otherwise. */
export function movedTo(skill: string, name: string): string {
  return skill + name.slice(skillOf(name).length);
}

/** Returns whether a file of this name can be in a folder of any system and in a project, beside a prompt. */
export function isBesideName(name: string): boolean {
  const parts = name.split('/');
  const isPath = parts.length > 1 && parts.every((part) => isPortableName(part) && !isPassedOver(part));
  const isKept =
    claimedFileType('', baseOf(name)) !== undefined && ResourceName.safeParse(name).data === name;
  return isPath && isKept && !isSkillFile(name) && originalOf(name) === null;
}

/** Returns whether a file is a prompt, or that of a skill which lies in another one. */
export function isSkillFile(path: string): boolean {
  return baseOf(path).toLowerCase() === 'skill.md';
}

/** Returns a free name for a file of the project beside another one of its name; null where none has room. */
export function besideAnother(name: string, isTaken: (name: string) => boolean): string | null {
  const stem = Array.from(stemOf(name));
  const extension = baseOf(name).slice(stemOf(name).length);
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? ' (from the project)' : ` (from the project ${count})`;
    let length = stem.length;
    const next = () => `${folderOf(name)}/${stem.slice(0, length).join('')}${mark}${extension}`;
    while (length > 0 && !isBesideName(next())) length -= 1;
    if (length === 0) return null;
    if (!isTaken(next())) return next();
  }
}
