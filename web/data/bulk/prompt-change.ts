/** Plans what an act changes of one prompt, and what takes that back: neither reads nor writes. */
import { t } from '#shared/language/translate.ts';
import type { LabelProof } from '#shared/model/label-proof.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { moveBack } from '#shared/mutations/label-moves.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';

export type PromptChange =
  | { readonly kind: 'move'; readonly projectId: number }
  | { readonly kind: 'tags'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: 'favorite'; readonly favorite: boolean }
  /** On the newest version of each prompt. `device`: for the log of the label. */
  | {
      readonly kind: 'label';
      readonly label: string;
      readonly device: string;
      /** Returns what the runs of this device prove of a version; null where they prove nothing. */
      proofOf(version: { promptId: number; versionId: number; model: string }): Promise<LabelProof | null>;
    };

type PromptMutation =
  | { readonly name: 'movePrompt'; readonly args: ArgsOf<'movePrompt'> }
  | { readonly name: 'setAttributes'; readonly args: ArgsOf<'setAttributes'> };

export type Change = {
  readonly mutation: PromptMutation;
  readonly undo: PromptMutation;
  /** Whether nobody has changed it since. */
  isAsLeft(row: Prompt): boolean;
};

/** The newest version of a prompt, null where it has none; and what is proved of it where its label asks for that. */
export type NewestVersion = { readonly id: number | null; readonly proof: LabelProof | null };

/** Returns null where the prompt is like that already, and where a label has no version to be on. */
export function changeOf(
  change: PromptChange,
  { id, projectId, attributes = {} }: Prompt,
  newest: NewestVersion,
): Change | null {
  switch (change.kind) {
    case 'move':
      if (projectId === change.projectId) return null;
      return {
        mutation: { name: 'movePrompt', args: { id, projectId: change.projectId } },
        undo: { name: 'movePrompt', args: { id, projectId } },
        isAsLeft: (row) => row.projectId === change.projectId,
      };
    case 'tags': {
      const had = attributes.tags ?? [];
      const addTags = change.add.filter((tag) => !had.includes(tag));
      const removeTags = change.remove.filter((tag) => had.includes(tag));
      if (addTags.length + removeTags.length === 0) return null;
      return {
        mutation: { name: 'setAttributes', args: { id, addTags, removeTags } },
        undo: { name: 'setAttributes', args: { id, addTags: removeTags, removeTags: addTags } },
        isAsLeft: ({ attributes: { tags = [] } = {} }) =>
          addTags.some((tag) => tags.includes(tag)) || removeTags.some((tag) => !tags.includes(tag)),
      };
    }
    case 'favorite': {
      const { favorite } = change;
      if ((attributes.favorite === true) === favorite) return null;
      return {
        mutation: { name: 'setAttributes', args: { id, favorite } },
        undo: { name: 'setAttributes', args: { id, favorite: !favorite } },
        isAsLeft: (row) => (row.attributes?.favorite === true) === favorite,
      };
    }
    case 'label':
      return newest.id === null ? null : labelled(change, { id, attributes }, { ...newest, id: newest.id });
  }
}

function labelled(
  { label, device }: Extract<PromptChange, { readonly kind: 'label' }>,
  { id, attributes = {} }: Pick<Prompt, 'id' | 'attributes'>,
  { id: versionId, proof }: NewestVersion & { id: number },
): Change | null {
  const placed = ({ labels = [] }: NonNullable<Prompt['attributes']>) =>
    labels.find((each) => each.label === label);
  const before = placed(attributes);
  const from = before?.versionId ?? null;
  if (from === versionId) return null;
  const move = { label, versionId, from, device, ...(proof === null ? {} : { proof }) };
  return {
    mutation: { name: 'setAttributes', args: { id, labels: [move] } },
    undo: { name: 'setAttributes', args: { id, labels: [moveBack(move, before, t('Undone'))] } },
    isAsLeft: (row) => placed(row.attributes ?? {})?.versionId === versionId,
  };
}
