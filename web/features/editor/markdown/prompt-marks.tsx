import { Box, Button, Flex, Separator } from '@chakra-ui/react';
import { type ComponentProps, createContext, useContext } from 'react';
import { t } from '#shared/language/translate.ts';
import type { SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { referencesOf } from '#shared/templates/snippets.ts';
import { shownReference } from '../../../ui/snippets/problem-sentence.ts';

/** Opens the prompt that a reference names; null where there is no way to. */
export type OpenSnippet = ((reference: SnippetReference) => void) | null;

export const OpenSnippetContext = createContext<OpenSnippet>(null);

type MarkProps = ComponentProps<'mark'> & {
  readonly 'data-kind'?: string;
  readonly 'data-variable'?: string;
};

/** Marks a value or name in place of a variable, or the reference to a snippet that is not there. */
export function PromptMark({ children, 'data-kind': kind, 'data-variable': name }: MarkProps) {
  if (name === undefined) {
    return (
      <mark data-kind={kind} aria-description={t('Not inserted')}>
        {children}
      </mark>
    );
  }
  const isFilled = kind !== 'missing';
  return (
    <mark
      data-kind={kind}
      data-tooltip={isFilled ? name : undefined}
      aria-description={isFilled ? t('Variable {name}', { name }) : t('Variable')}
    >
      {children}
    </mark>
  );
}

type EdgeProps = ComponentProps<'ins'> & {
  readonly 'data-side'?: string;
  readonly 'data-of'?: string;
  readonly 'data-reference'?: string;
};

/** The place at which a snippet begins, with its name, or ends: a rule between blocks, a mark within a line. */
export function SnippetEdge({ 'data-side': side, 'data-of': of, 'data-reference': written = '' }: EdgeProps) {
  const [reference] = referencesOf(written);
  if (reference === undefined) return null;
  const name = shownReference(reference);
  if (of === 'block') {
    return side === 'start' ? (
      <Flex className="markdown-edge" align="center" gap="3" mb="1">
        <SnippetName reference={reference} name={name} />
        <Separator flex="1" borderColor="accent.fg/35" aria-hidden />
      </Flex>
    ) : (
      <Separator className="markdown-edge" borderColor="accent.fg/35" aria-label={endOf(name)} />
    );
  }
  return side === 'start' ? (
    <Box as="span" className="markdown-edge" borderEndWidth="2px" borderColor="accent.fg/35" pe="1" me="1">
      <SnippetName reference={reference} name={name} />
    </Box>
  ) : (
    <Box
      as="span"
      className="markdown-edge"
      borderEndWidth="2px"
      borderColor="accent.fg/35"
      ps="1"
      role="separator"
      aria-label={endOf(name)}
    />
  );
}

const endOf = (name: string) => t('End of {name}', { name });

type SnippetNameProps = { readonly reference: SnippetReference; readonly name: string };

function SnippetName({ reference, name }: SnippetNameProps) {
  const open = useContext(OpenSnippetContext);
  if (open === null) return name;
  return (
    <Button
      size="xs"
      variant="plain"
      fontWeight="normal"
      // Under a finger it is higher than the line that it is in, and leaves that as high as it is.
      _finger={{ my: '-2.5' }}
      whiteSpace="normal"
      overflowWrap="anywhere"
      textAlign="start"
      aria-label={t('Open snippet {name}', { name })}
      onClick={() => open(reference)}
    >
      {name}
    </Button>
  );
}
