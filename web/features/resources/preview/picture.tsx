import { Image } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Resource } from '#shared/model/resource.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { pictureUrl } from '../open-resource.ts';
import { isTooLargeToDraw } from './drawing-size.ts';
import { isTooLarge, type PictureSize, pictureSize } from './picture-size.ts';
import { PreviewArea } from './preview-area.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import { contentFailed } from './use-file-bytes.ts';

type PictureState =
  | { readonly phase: 'looking' | 'broken' | 'tooManyElements' }
  | { readonly phase: 'tooLarge'; readonly size: PictureSize }
  | { readonly phase: 'drawn'; readonly url: string };

/** In an `<img>` and nowhere else: there, a drawing runs nothing and fetches nothing. */
export function Picture({ resource, bytes }: { readonly resource: Resource; readonly bytes: Blob }) {
  const [state, setState] = useState<PictureState>({ phase: 'looking' });
  useEffect(() => {
    let isLeft = false;
    let made: string | null = null;
    async function look(): Promise<void> {
      const found = await stateOf(resource, bytes);
      if (found.phase === 'drawn') made = found.url;
      if (!isLeft) setState(found);
      else if (made !== null) URL.revokeObjectURL(made);
    }
    look().catch((error: unknown) => {
      console.error('A picture could not be read.', error);
      setState({ phase: 'broken' });
    });
    return () => {
      isLeft = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [resource, bytes]);

  switch (state.phase) {
    case 'looking':
      return <Spinner label={t('Loading preview...')} />;
    case 'broken':
      return (
        <PreviewProblem>
          {t('Error loading preview: {contentFailed}', { contentFailed: contentFailed() })}
        </PreviewProblem>
      );
    case 'tooLarge':
      return (
        <PreviewProblem>
          {t('No preview: this picture is {width} × {height} pixels large. Download it to look at it.', {
            width: state.size.width,
            height: state.size.height,
          })}
        </PreviewProblem>
      );
    case 'tooManyElements':
      return (
        <PreviewProblem>
          {t('No preview: this drawing repeats its parts more often than can be drawn. Download it instead.')}
        </PreviewProblem>
      );
    case 'drawn':
      return (
        <PreviewArea as="div" display="grid" placeItems="center" minH="4rem" background={squares}>
          <Image
            src={state.url}
            alt={resource.name}
            maxW="full"
            maxH="398px"
            fit="contain"
            onError={() => setState({ phase: 'broken' })}
          />
        </PreviewArea>
      );
  }
}

/** A picture may have holes, and be of any colour: squares show both. */
const squares = 'repeating-conic-gradient(#e9eaee 0 25%, #fff 0 50%) 0 0 / 16px 16px';

/** Looks at a picture before the browser draws it: some stop the page. */
async function stateOf({ fileType }: Resource, bytes: Blob): Promise<PictureState> {
  const size = pictureSize(await bytes.arrayBuffer());
  if (size !== null && isTooLarge(size)) return { phase: 'tooLarge', size };
  if (fileType === 'image/svg+xml' && isTooLargeToDraw(await bytes.text())) {
    return { phase: 'tooManyElements' };
  }
  return { phase: 'drawn', url: await pictureUrl(bytes, fileType) };
}
