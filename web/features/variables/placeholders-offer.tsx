import { Button, chakra, Flex, Span, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { LuBraces } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { findPlaceholders, type Placeholder, withVariables } from '#shared/templates/placeholders.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import type { ShownText } from './template-view.ts';

export type PlaceholdersOfferProps = {
  /** Those of the text as it was read last. */
  readonly placeholders: readonly Placeholder[];
  readonly source: ShownText;
};

/** Offers to turn what is written for values in other notations into variables, after a look at each place. */
export function PlaceholdersOffer({ placeholders, source }: PlaceholdersOfferProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [first] = placeholders;
  if (source.replaceAll === undefined) return null;
  return (
    <>
      {first !== undefined && (
        <Flex wrap="wrap" align="center" gap="2" py="2" px="4" borderBottomWidth="1px" textStyle="sm">
          <Span flex="1 1 10rem" minW="0" overflowWrap="anywhere">
            {t('{count, plural, one {# placeholder} other {# placeholders}} like {example}', {
              count: placeholders.length,
              example: source.text().slice(first.start, first.end),
            })}
          </Span>
          <Button size="sm" onClick={() => setIsOpen(true)}>
            <LuBraces />
            {t('Turn into variables...')}
          </Button>
        </Flex>
      )}
      {isOpen && <PlaceholdersDialog source={source} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type PlaceholdersDialogProps = { readonly source: ShownText; onClose(): void };

/** The places of the text as it is at the opening: nothing is typed into it below the dialog but by another device. */
function PlaceholdersDialog({ source, onClose }: PlaceholdersDialogProps) {
  const [text] = useState(source.text);
  const [places] = useState(() => findPlaceholders(text));
  const [left, setLeft] = useState<ReadonlySet<Placeholder>>(new Set());
  const [isStale, setIsStale] = useState(false);
  const chosen = places.filter((place) => !left.has(place));

  function turn(): void {
    if (source.text() !== text) setIsStale(true);
    else if (source.replaceAll?.(withVariables(text, chosen)) !== false) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={turn}
      title={t('Turn placeholders into variables')}
      description={t('One step, which Undo takes back. What is not ticked stays as it is.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid" disabled={chosen.length === 0}>
            {t('Turn {count} into variables', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {isStale && <p role="alert">{t('The text has changed meanwhile. Open this list again.')}</p>}
      <Stack as="ul" gap="0" aria-label={t('Placeholders')}>
        {places.map((place) => (
          <chakra.li key={place.start} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <Checkbox
              display="flex"
              py="1"
              checked={!left.has(place)}
              onChange={(checked) => setLeft((before) => withOrWithout(before, { place, isIn: !checked }))}
            >
              <Place {...{ text, place }} />
            </Checkbox>
          </chakra.li>
        ))}
      </Stack>
    </Dialog>
  );
}

/** UTF-16 units of the text that are shown on either side of a place. */
const aroundUnits = 40;

function Place({ text, place }: { readonly text: string; readonly place: Placeholder }) {
  const before = text.slice(Math.max(0, place.start - aroundUnits), place.start);
  const after = text.slice(place.end, place.end + aroundUnits);
  return (
    <Span fontSize="sm" overflowWrap="anywhere" color="fg.muted">
      {before.split(/[\r\n]/).at(-1)}
      <chakra.del color="fg.muted">{text.slice(place.start, place.end)}</chakra.del>{' '}
      <chakra.ins
        color="fg"
        fontFamily="mono"
        fontVariantLigatures="none"
        textDecoration="none"
      >{`{{${place.name}}}`}</chakra.ins>
      {after.split(/[\r\n]/)[0]}
    </Span>
  );
}

function withOrWithout(
  places: ReadonlySet<Placeholder>,
  { place, isIn }: { place: Placeholder; isIn: boolean },
): ReadonlySet<Placeholder> {
  const next = new Set(places);
  if (isIn) next.add(place);
  else next.delete(place);
  return next;
}
