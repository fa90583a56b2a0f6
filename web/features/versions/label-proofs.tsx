import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { languageTag, t } from '#shared/language/translate.ts';
import { isEnough, type LabelAsks, type LabelProof } from '#shared/model/label-proof.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { proofsOf } from '../../session/all-models.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { LabelRuleDialog } from './label-rule-dialog.tsx';
import { MoveAnywayDialog } from './move-anyway-dialog.tsx';
import type { Labels } from './use-labels.ts';

type LabelProofsProps = {
  readonly promptId: number;
  readonly version: VersionItem;
  readonly labels: Labels;
  /** The cases of this version are to be shown. */
  onShowCases?: (() => void) | undefined;
};

/** Shows what labels ask for before they move to a version, and what is proved of it by the runs of this device. */
export function LabelProofs({ promptId, version, labels, onShowCases }: LabelProofsProps) {
  const [isAsking, setAsking] = useState(false);
  const asking = labels.labels.filter((placed) => placed.asks !== undefined);
  return (
    <Box as="section" textStyle="xs" aria-label={t('Proof')}>
      {asking.length > 0 && (
        <Heading as="h3" size="xs">
          {t('Proof')}
        </Heading>
      )}
      <Stack gap="3" mt="1.5" mb="3">
        {asking.map((placed) => (
          <AskingLabel
            key={placed.label}
            {...{ promptId, version, labels, placed, onShowCases }}
            asks={placed.asks ?? { share: 1, model: '' }}
          />
        ))}
      </Stack>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('Ask for proof...')}
      </Button>
      <LabelRuleDialog labels={labels} open={isAsking} onClose={() => setAsking(false)} />
    </Box>
  );
}

type AskingLabelProps = LabelProofsProps & { readonly placed: PlacedLabel; readonly asks: LabelAsks };

function AskingLabel({ promptId, version, labels, placed, asks, onShowCases }: AskingLabelProps) {
  const [isMoving, setMoving] = useState(false);
  const proof = useProof(promptId, version, asks.model);
  const { label, versionId } = placed;
  const isProved = proof != null && isEnough(asks, proof, proof.textHash);
  const isHere = versionId === version.id;
  const isKept = isEnough(asks, placed.moves[0]?.proof, proof?.textHash);
  return (
    <Box>
      <Text>
        {t('"{label}" asks that {share} of the cases hold on {model}.', {
          ...{ label, model: asks.model },
          share: shareWords(asks.share),
        })}
      </Text>
      <Text color={isProved ? 'success.fg' : 'warning.fg'} role="status">
        {proofWords(proof, { asks, version })}
      </Text>
      <Flex gap="2" mt="2" wrap="wrap">
        {onShowCases !== undefined && (
          <Button size="sm" onClick={onShowCases}>
            {t('Show the cases')}
          </Button>
        )}
        {!isHere && !isProved && (
          <Button size="sm" onClick={() => setMoving(true)}>
            {t('Move anyway...')}
          </Button>
        )}
        {isHere && isProved && !isKept && <KeepProof {...{ labels, label, version }} />}
      </Flex>
      <MoveAnywayDialog
        {...{ label, version }}
        open={isMoving}
        onMove={(override) => labels.move(label, version, override)}
        onClose={() => setMoving(false)}
      />
    </Box>
  );
}

type KeepProofProps = Pick<LabelProofsProps, 'labels' | 'version'> & { readonly label: string };

/** Adds the proof to a label that came here without one: with a reason, or before it asked. */
function KeepProof({ labels, label, version }: KeepProofProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async () => setProblem(await labels.move(label, version));
  return (
    <>
      <Button size="sm" onClick={() => void keep()}>
        {t('Keep this proof')}
      </Button>
      {problem !== null && (
        <Text role="alert" color="fg.error" w="full">
          {problem}
        </Text>
      )}
    </>
  );
}

function shareWords(share: number): string {
  const style = { style: 'percent', maximumFractionDigits: 1 } as const;
  return share === 1 ? t('all') : new Intl.NumberFormat(languageTag(), style).format(share);
}

/** `proof`: undefined: not looked up yet; null: there is no such model. */
function proofWords(
  proof: LabelProof | null | undefined,
  { asks, version: { version } }: { readonly asks: LabelAsks; readonly version: VersionItem },
): string {
  const { model } = asks;
  if (proof === undefined) return t('Looking up the runs of this device...');
  if (proof === null) return t('There is no model named {model} here.', { model });
  const { held, total } = proof;
  return isEnough(asks, proof, proof.textHash)
    ? t('{held} of {total} hold on {model} for version {version}: enough', { held, total, model, version })
    : t('{held} of {total} hold on {model} for version {version}: not enough', {
        ...{ held, total, model, version },
      });
}

function useProof(promptId: number, { id: versionId }: VersionItem, model: string) {
  const { library, models } = useOpenLibrary();
  const [proof, setProof] = useState<LabelProof | null | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    const show = (next: LabelProof | null) => isWanted && setProof(next);
    setProof(undefined);
    proofsOf({ library, models })({ promptId, versionId, model }).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [library, models, promptId, versionId, model]);
  return proof;
}
