/** Reads a text file that a person or another tool has written. */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Id } from '#shared/model/ids.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, type CandidateProject, promptCandidate, refusedCandidate } from '../candidate.ts';
import { readFrontMatter } from '../front-matter.ts';
import { stemOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { textFormat } from './format.ts';
import { tagsOf } from './tags.ts';

/** Fields that are taken over; front matter with any other field stays a part of the text. */
const KnownFields = z.strictObject({
  promptory: z.literal('prompt').optional(),
  version: z.literal(1).optional(),
  id: Id.optional(),
  title: z.string().min(1).nullish(),
  /** Also as one text: `tags: mail, work`. */
  tags: z.union([z.string(), z.array(z.string())]).nullish(),
  favorite: z.literal(true).optional(),
  createdAt: z.iso.datetime().optional(),
  lastVersion: z.int().optional(),
});

export const plainTextFormat = textFormat({
  ...{ name: 'Markdown', extensions: ['.md', '.markdown', '.txt'] },
  find: (text) => text,
  read: (text, { file, options }) => readText(file.path, text, options),
});

function* readText(path: string, exact: string, options: ReadOptions): Generator<Candidate> {
  if (isBlank(exact)) {
    yield refusedCandidate(path, { sentence: message('This file is empty.') });
    return;
  }
  const project = projectOf(path, options);
  const split = readFrontMatter(exact);
  const known = split.kind === 'found' ? KnownFields.safeParse(split.fields) : null;
  if (split.kind !== 'found' || known?.success !== true) {
    yield promptCandidate({ source: path, project, title: stemOf(path), content: exact });
    return;
  }
  const { id = null, favorite } = known.data;
  const title = known.data.title ?? stemOf(path);
  const tags = tagsOf(known.data.tags);
  const attributes = { ...(tags.length === 0 ? {} : { tags }), ...(favorite === true ? { favorite } : {}) };
  yield promptCandidate({ source: path, project, id, title, content: split.body, attributes });
}

/** Returns the project of a file in folders: the first of them is its name. */
export function projectOf(path: string, { project }: ReadOptions): CandidateProject {
  const slash = path.indexOf('/');
  return slash < 0 ? project : { id: null, name: path.slice(0, slash) };
}
