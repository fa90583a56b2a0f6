/** Which files of a project lie beside a prompt: those that are named as their path in the folder of all skills. */
import { baseOf, folderOf, stemOf } from '#shared/library-files/paths.ts';
import { isPortableName } from '#shared/library-files/tree/file-names.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { ResourceName } from '#shared/model/resource.ts';
import { isPassedOver, originalOf } from '../files/prompt-files.ts';

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

/** Returns a free name for a file of the project beside another one of its name. */
export function besideAnother(name: string, isTaken: (name: string) => boolean): string {
  const [stem, extension] = [stemOf(name), baseOf(name).slice(stemOf(name).length)];
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? ' (from the project)' : ` (from the project ${count})`;
    const next = `${folderOf(name)}/${stem.slice(0, 200)}${mark}${extension}`;
    if (!isTaken(next)) return next;
  }
}
