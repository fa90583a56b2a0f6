import { writeYaml } from '../../yaml.ts';

/** Returns notes as a prompt has them; blank ones are left out. `tool`: names them, so that they come in once. */
export function notesOf(tool: string, contents: readonly string[]): string {
  const notes = contents
    .filter((content) => content.trim() !== '')
    .map((content, index) => ({ id: index === 0 ? tool : `${tool}-${index + 1}`, content, createdAt: '' }));
  return notes.length === 0 ? '' : JSON.stringify(notes);
}

/** Returns the fields of a file that a prompt does not have: a description as it is, the others as YAML. */
export function fieldsNote({ description, ...others }: Readonly<Record<string, unknown>>): string {
  const isText = typeof description === 'string';
  const fields = isText || description === undefined ? others : { description, ...others };
  const yaml = Object.keys(fields).length === 0 ? '' : `---\n${writeYaml(fields)}---`;
  return [isText ? description.trim() : '', yaml].filter((part) => part !== '').join('\n\n');
}
