/**
 * Reads what coding agents follow and what a person calls by a command: rules and commands of Cursor (cursor.com/docs/rules),
 * prompts and rules of Continue (docs.continue.dev/customize/deep-dives/prompts), AGENTS.md (agents.md), CLAUDE.md with the
 * commands and agents of Claude Code, and the prompt files and instructions of GitHub Copilot.
 *
 * 1. The text after the front matter is the prompt, to the byte.
 * 2. The front matter is often no YAML (`globs: *.ts`). Fields that a prompt does not have stand in a note.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { type ReadFrontMatter, readFrontMatter } from '../../front-matter.ts';
import { baseOf, folderOf, stemOf } from '../../paths.ts';
import { type ReadFile, textFormat } from '../format.ts';
import { asAttribute, settingsOfParameters } from '../parameters.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { tagsOf } from '../tags.ts';
import { projectOfFolders } from './agent-project.ts';
import { isOwnPrompt } from './own-prompt.ts';

const Fields = z.looseObject({
  name: z.string().min(1).optional().catch(undefined),
  title: z.string().min(1).optional().catch(undefined),
  model: z.string().min(1).optional().catch(undefined),
  tags: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
});

/** One of these stands in the front matter of such files and of no others. */
const ownKeys = ['alwaysApply', 'globs', 'applyTo', 'invokable', 'allowed-tools', 'argument-hint'];
const places =
  /(^|\/)(\.(agents|claude|codex|continue|cursor|gemini|github|opencode|windsurf)\/|cursor\/(rules|commands)\/|continue\/(rules|prompts)\/)/;
const instructions = /^(AGENTS|CLAUDE|GEMINI|copilot-instructions)(\.local)?\.md$/i;
const ending = /(?<=.)\.(prompt|instructions|chatmode|agent)$/i;

export const rulesFormat = textFormat({
  ...{ name: 'Rules of agents', extensions: ['.md', '.mdc'] },
  find(text, { file: { path } }) {
    const split = readFrontMatter(text, { asTexts: ['name', 'title', 'description'], isLoose: true });
    const isNamed =
      /\.mdc$/i.test(path) ||
      places.test(path) ||
      instructions.test(baseOf(path)) ||
      ending.test(stemOf(path));
    // A prompt of this app may be called CLAUDE.
    if (isOwnPrompt(split) && /\.md$/i.test(path)) return null;
    const isMarked = split.kind === 'found' && ownKeys.some((key) => Object.hasOwn(split.fields, key));
    return isNamed || isMarked ? { split, text } : null;
  },
  read: (found, of) => [readRule(found, of)],
});

type Found = { readonly split: ReadFrontMatter; readonly text: string };

function readRule({ split, text }: Found, { file: { path }, options }: ReadFile): Candidate {
  if (split.kind === 'refused') return refusedCandidate(path, split.reason);
  const { fields, body } = split.kind === 'found' ? split : { fields: {}, body: text };
  if (isBlank(body)) return refusedCandidate(path, { sentence: message('This prompt has no text.') });
  const { name, title, model, tags, ...others } = Fields.parse(fields);
  const all = tagsOf(tags);
  return promptCandidate({
    ...{ source: path, content: body, project: projectOfFolders(folderOf(path), options) },
    title: name ?? title ?? titleOf(path),
    notes: notesOf('rule', [fieldsNote(others)]),
    attributes: {
      ...(all.length === 0 ? {} : { tags: all }),
      ...asAttribute(settingsOfParameters({ ...(model === undefined ? {} : { model }) })),
    },
  });
}

/** A repository may have several files of one name, in whose folders they hold. */
function titleOf(path: string): string {
  const base = baseOf(path);
  if (!instructions.test(base)) return stemOf(path).replace(ending, '');
  const inside = folderOf(path).split('/').slice(1).join('/');
  return inside === '' || folderOf(path).startsWith('.') ? base : `${base} in ${inside}`;
}
