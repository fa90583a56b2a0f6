import { Center, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { CompareView } from '../../ui/compare/compare-view.tsx';
import type { NamedText } from '../../ui/compare/named-text.ts';
import { FullDialog } from '../../ui/dialog/dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { ScreenProps } from '../on-demand.tsx';
import { ComparedSettings } from './compared-settings.tsx';
import { type ComparedPair, createPairReader, type ReadPair, type ReadSide } from './compared-texts.ts';
import { TextChooser, type TextChooserProps } from './text-chooser.tsx';

/** Two texts, of one prompt or of two, in all of the window. Its heads choose others. */
export function CompareDialog({ request, open, onClose }: ScreenProps<ComparedPair>) {
  const library = useLibrary();
  const [pair, setPair] = useState(request);
  const [insertsSnippets, setInsertsSnippets] = useState(false);
  const [readPair] = useState(() => createPairReader(library));
  const read = useLive(() => readPair(pair, insertsSnippets), [readPair, pair, insertsSnippets]);
  if (read === undefined) return null;
  const { before, after } = read;
  const titles = titlesOf(read);
  const hasTwo = titles.length > 1;
  const names = { before: named(before, hasTwo), after: named(after, hasTwo) };
  const chooser = (place: TextChooserProps['place']) => (
    <TextChooser
      {...{ place, hasTitle: hasTwo }}
      side={read[place]}
      startsOpen={request[place] === null}
      onChoose={(text) => setPair({ ...pair, [place]: text })}
    />
  );
  return (
    <FullDialog open={open} onClose={onClose} title={t('Compare')} description={hasTwo ? '' : titles[0]}>
      <GoneNotice read={read} />
      <CompareView
        {...names}
        autoFocus={request.before !== null && request.after !== null}
        choosers={{
          before: chooser('before'),
          after: chooser('after'),
          onSwap: () => setPair({ before: pair.after, after: pair.before }),
        }}
        {...(read.hasSnippets && { insertsSnippets, onInsertSnippets: setInsertsSnippets })}
        {...((before.text === null || after.text === null) && { instead: <Nothing read={read} /> })}
        below={
          before.text !== null &&
          after.text !== null && <ComparedSettings before={before.text} after={after.text} names={names} />
        }
      />
    </FullDialog>
  );
}

/** Returns the title of each prompt that the texts are of. */
function titlesOf({ before, after }: ReadPair): string[] {
  const titles = new Map([before, after].map(({ of, text }) => [of?.promptId, text?.title ?? '']));
  return [...titles.values()].filter((title) => title !== '');
}

function named({ text }: ReadSide, hasTwo: boolean): NamedText {
  if (text === null) return { name: t('no text'), text: null };
  return { name: hasTwo ? `${isolatedName(text.title)} · ${text.name}` : text.name, text: text.text };
}

/** Says why there is nothing to compare. */
function Nothing({ read: { before, after } }: { readonly read: ReadPair }) {
  const isMissing = [before, after].some(({ of, text }) => of !== null && text === null);
  return (
    <Center flex="1" p="4" textStyle="sm">
      <p>{isMissing ? t('One of the two texts no longer exists.') : t('Choose a text to compare with.')}</p>
    </Center>
  );
}

/** Announces which text was deleted while it is compared. */
function GoneNotice({ read: { before, after } }: { readonly read: ReadPair }) {
  const gone = [before, after].flatMap(({ text }) => (text?.isGone ? text : []));
  return (
    <VisuallyHidden role="status">
      {gone
        .map(({ title, name }) =>
          t('{name} of "{title}" was deleted. Its text stays here until you close this.', {
            name,
            title: isolatedName(title),
          }),
        )
        .join(' ')}
    </VisuallyHidden>
  );
}
