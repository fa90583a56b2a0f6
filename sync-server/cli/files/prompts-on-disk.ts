/**
 * Finds the prompts of a file or folder with what lies beside them: of a folder that `promptory sync` keeps, of a checkout
 * of one, or of an exported tree.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { PromptCandidate, RefusedCandidate } from '#shared/library-files/candidate.ts';
import type { InputFile } from '#shared/library-files/files.ts';
import { folderOf } from '#shared/library-files/paths.ts';
import { refusedBy } from '#shared/library-files/refused-by.ts';
import { Folders } from '#shared/library-files/tree/folders.ts';
import { PromptFolders } from '#shared/library-files/tree/prompt-folders.ts';
import { readTreePrompt } from '#shared/library-files/tree/read-tree-prompt.ts';
import { WrongArguments } from '../world.ts';
import { findFiles } from './files-on-disk.ts';

type FoundOnDisk = { readonly root: string; readonly candidate: PromptCandidate | RefusedCandidate };

/** `place`: the absolute path of a file or folder. Throws `WrongArguments` for a file that is no prompt's. */
export async function* promptsAt(place: string): AsyncGenerator<FoundOnDisk> {
  const isFile = (await stat(place).catch(() => undefined))?.isFile() === true;
  // The cases of a file lie beside it.
  const root = isFile ? dirname(place) : place;
  const { files } = await findFiles([root]);
  const isAsked = ({ path }: InputFile) => !isFile || path === basename(place);
  let isEmpty = true;
  for await (const found of candidatesOf(root, files, isAsked)) {
    isEmpty = false;
    yield found;
  }
  if (isFile && isEmpty) throw new WrongArguments(`There is no file of a prompt at ${place}.`);
}

async function* candidatesOf(
  root: string,
  files: readonly InputFile[],
  isAsked: (file: InputFile) => boolean,
): AsyncGenerator<FoundOnDisk> {
  const folders = new Folders(files);
  const isText = ({ path }: InputFile) => /\.md$/i.test(path);
  const names = new Set(files.filter(isText).map(({ path }) => folderOf(path)));
  for (const folder of [...names].sort()) {
    const prompts = await PromptFolders.among(folders, folder);
    for (const file of folders.filesIn(folder)) {
      if (!isText(file) || !isAsked(file)) continue;
      try {
        const read = readTreePrompt(file, { folders, prompts, project: { id: null, name: '' } });
        for await (const candidate of read) {
          if (candidate.kind === 'prompt' || candidate.kind === 'refused') yield { root, candidate };
        }
      } catch (failure) {
        yield { root, candidate: refusedBy(failure, file.path) };
      }
    }
  }
}
