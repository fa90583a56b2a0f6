/**
 * Defines what a label asks of the versions that it is moved to, and the proof that a version holds: so many of the
 * prompt's test cases hold for the answers of one model. `docs/checks.md` has the rules.
 */
import { z } from 'zod';
import { limits } from './limits.ts';
import { PastTime } from './past-row.ts';
import { SettingWord } from './prompt-settings.ts';
import { Sha256 } from './resource.ts';
import { storableText } from './text.ts';

/** `share`: of the cases that are run, more than 0 up to 1, which is all. `model`: the name of an entry of "Models". */
export const LabelAsks = z.object({ share: z.number().gt(0).max(1), model: SettingWord });
export type LabelAsks = z.infer<typeof LabelAsks>;

/** `held`, `total`: cases. */
export const LabelProof = z.object({
  model: SettingWord,
  held: z.int().nonnegative(),
  total: z.int().nonnegative(),
  /** Of the version's text and settings (`version-hash.ts`). */
  textHash: Sha256,
  /** Of the text with its snippets inserted, as it was run; absent: nobody knows which ones were. */
  sentHash: Sha256.optional(),
  /** The keys of the cells that hold; of more than `limits.proofCells`, the SHA-256 of their list alone. */
  cells: z.array(Sha256).max(limits.proofCells),
  at: PastTime,
});
export type LabelProof = z.infer<typeof LabelProof>;

/** Why a person moves a label without a proof. */
export const LabelOverride = storableText.trim().min(1).max(limits.overrideLength);

/** Whether a proof is one of this text, and proves what is asked. */
export function isEnough(
  { share, model }: Pick<LabelAsks, 'share' | 'model'>,
  proof: Pick<LabelProof, 'model' | 'held' | 'total' | 'textHash'> | undefined,
  textHash: string | undefined,
): boolean {
  if (proof === undefined || proof.textHash !== textHash || proof.model !== model) return false;
  const { held, total } = proof;
  return total >= 1 && held <= total && held / total >= share;
}
