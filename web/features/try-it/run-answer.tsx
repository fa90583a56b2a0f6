import { Box, Button, Code, Collapsible, Stack, Text } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { memo, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Run } from '#shared/model/run/run.ts';
import { textPieces } from '#shared/text/text-pieces.ts';
import { answersAsAtom } from './try-it-state.ts';

type RunAnswerProps = {
  readonly run: Run;
  readonly isRunning: boolean;
  renderMarkdown(text: string): ReactNode;
};

/** Of an answer that still comes, the rendered form is drawn at most so often: parsing it takes a worker's time. */
const drawnEveryMs = 250;

/** The answer, with the thoughts before it folded, and the tools that the model asked for. */
export function RunAnswer({ run, isRunning, renderMarkdown }: RunAnswerProps) {
  const isMarkdown = useAtomValue(answersAsAtom) === 'markdown';
  const drawn = usePaced(run.answer, isRunning && isMarkdown ? drawnEveryMs : 0);
  return (
    <Stack gap="3">
      {run.reasoning !== '' && <Reasoning text={run.reasoning} />}
      {run.answer !== '' &&
        (isMarkdown ? (
          <Box dir="auto" overflowX="auto" textStyle="sm" data-own-text>
            {renderMarkdown(drawn)}
          </Box>
        ) : (
          <Source text={run.answer} />
        ))}
      {run.toolCalls.map((call) => (
        <Box key={call.id}>
          <Text textStyle="sm">{t('Calls {name}', { name: call.name })}</Text>
          <Code display="block" mt="1" p="2" maxH="12rem" overflow="auto" whiteSpace="pre-wrap" tabIndex={0}>
            {call.arguments}
          </Code>
        </Box>
      ))}
    </Stack>
  );
}

/** UTF-16 units. Of an answer that comes, the browser lays out the last piece again and again. */
const pieceLength = 4_000;

function Source({ text }: { readonly text: string }) {
  const placed = [...textPieces(text, pieceLength)].map((piece, place) => ({ place, piece }));
  return (
    <Box
      dir="auto"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      fontFamily="mono"
      fontVariantLigatures="none"
      textStyle="sm"
      data-own-text
    >
      {placed.map(({ place, piece }) => (
        <Piece key={place}>{piece}</Piece>
      ))}
    </Box>
  );
}

const Piece = memo(function Piece({ children }: { readonly children: string }) {
  return <Box>{children}</Box>;
});

function Reasoning({ text }: { readonly text: string }) {
  return (
    <Collapsible.Root>
      <Collapsible.Trigger asChild>
        <Button
          size="sm"
          variant="ghost"
          css={{ '&[data-state=open] > svg': { transform: 'rotate(90deg)' } }}
        >
          <LuChevronRight />
          {t('Reasoning')}
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Text
          dir="auto"
          p="2"
          maxH="16rem"
          overflowY="auto"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          textStyle="xs"
          color="fg.muted"
          tabIndex={0}
        >
          {text}
        </Text>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

/** Returns the text, a new one each so many milliseconds; 0: at once. */
function usePaced(text: string, everyMs: number): string {
  const [paced, setPaced] = useState(text);
  const catchUp = useEffectEvent(() => setPaced(text));
  // Whatever comes meanwhile: a turn that waited for the text to change would end with words that come without a pause.
  useEffect(() => {
    if (everyMs === 0) return;
    const timer = setInterval(() => startTransition(catchUp), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return everyMs === 0 ? text : paced;
}
