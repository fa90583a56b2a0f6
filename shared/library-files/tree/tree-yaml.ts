import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { textOf } from '../bytes.ts';
import { FileRefused, type InputFile, type Reason } from '../files.ts';
import { readYaml } from '../yaml.ts';
import { treeVersion } from './tree-files.ts';

const Newer = z.object({
  promptory: z.enum(['library', 'project', 'prompt']),
  version: z.int().min(treeVersion + 1),
});

/** Returns the YAML of a file by its schema; throws `FileRefused` where it is another. */
export async function readHead<Schema extends z.ZodType>(
  file: InputFile,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const read = readYaml(await textOf(file, bounds.yamlBytes));
  if (!read.ok) throw new FileRefused(read.reason);
  return parsedBy(schema, read.value);
}

export function parsedBy<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  if (Newer.safeParse(value).success) {
    throw new FileRefused({
      sentence: message('This file was made by a newer Promptory. Update this one first.'),
    });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new FileRefused(wrongFields(parsed.error));
  return parsed.data;
}

export function wrongFields(error: z.ZodError): Reason {
  const field = error.issues[0]?.path.join('.') ?? '';
  return {
    sentence: message('The field "{field}" is missing, or is not what it should be.'),
    values: { field },
  };
}
