import { z } from 'zod';

/** Offered when a project is created. */
export const creationColors = [
  'indigo',
  'red',
  'green',
  'yellow',
  'blue',
  'pink',
  'purple',
  'orange',
  'teal',
  'cyan',
] as const;

/** Everything that draws or validates knows the union of the two lists. */
export const projectColors = [...creationColors, 'lime', 'white', 'black'] as const;
export const ProjectColor = z.enum(projectColors);
export type ProjectColor = z.infer<typeof ProjectColor>;

export const defaultProjectColor: ProjectColor = 'indigo';

const aliases: Readonly<Record<string, ProjectColor>> = {
  amber: 'yellow',
  emerald: 'green',
  fuchsia: 'pink',
  rose: 'red',
  violet: 'purple',
};

/** A new project's colour: a known one, or an alias, which is stored as what it stands for. */
export const NewProjectColor = z.preprocess(
  (value) => (typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value),
  ProjectColor,
);

/** The colour a dot is drawn in: an unknown stored colour is kept and shows gray. */
export function dotColor(stored: string): ProjectColor | 'gray' {
  if (Object.hasOwn(aliases, stored)) return aliases[stored] ?? 'gray';
  const known = ProjectColor.safeParse(stored);
  return known.success ? known.data : 'gray';
}

/** Returns the colour in which a stored project can be created once more: a new one has no unknown colour. */
export function sendableColor(stored: string): ProjectColor {
  const known = NewProjectColor.safeParse(stored);
  return known.success ? known.data : defaultProjectColor;
}
