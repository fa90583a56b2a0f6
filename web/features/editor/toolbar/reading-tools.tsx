import { Button, VisuallyHidden } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { t } from '#shared/language/translate.ts';
import { focusAtom, fontSizeAt, fontSizeAtom, fontSizes, valuesShownAtom } from '../reading-atoms.ts';
import { ToolGroup } from './toolbar-frame.tsx';

/** The tools for a text that is only read: its size, and the length of its lines. */
export function ReadingTools({ disabled }: { readonly disabled: boolean }) {
  const [size, setSize] = useAtom(fontSizeAtom);
  const [focus, setFocus] = useAtom(focusAtom);
  const [valuesShown, setValuesShown] = useAtom(valuesShownAtom);

  // At its end a button is off, and keeps the focus: `disabled` would give that to the page.
  function choose(wanted: number): void {
    setSize(Math.min(Math.max(wanted, 0), fontSizes.length - 1));
  }

  return (
    <ToolGroup>
      <Button
        variant="ghost"
        px="2"
        data-tooltip={t('Smaller text')}
        disabled={disabled}
        aria-disabled={size === 0}
        onClick={() => choose(size - 1)}
      >
        A-
      </Button>
      <Button
        variant="ghost"
        px="2"
        data-tooltip={t('Larger text')}
        disabled={disabled}
        aria-disabled={size === fontSizes.length - 1}
        onClick={() => choose(size + 1)}
      >
        A+
      </Button>
      <Button
        variant="ghost"
        px="2"
        data-tooltip={t('Lines of about 75 characters')}
        data-rest={2}
        aria-pressed={focus}
        disabled={disabled}
        onClick={() => setFocus(!focus)}
      >
        {t('Focus')}
      </Button>
      <Button
        variant="ghost"
        px="2"
        data-tooltip={t('Values in place of variables')}
        data-rest={2}
        aria-pressed={valuesShown}
        disabled={disabled}
        onClick={() => setValuesShown(!valuesShown)}
      >
        {t('Values')}
      </Button>
      <VisuallyHidden role="status">{t('Text size: {size}', { size: fontSizeAt(size) })}</VisuallyHidden>
    </ToolGroup>
  );
}
