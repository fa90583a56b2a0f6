import { Box } from '@chakra-ui/react';
import type { RootContent } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, memo, startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { t } from '#shared/language/translate.ts';
import type { Role } from '#shared/templates/chat.ts';
import type { WrittenPrompt } from '#shared/templates/shown-prompt.ts';
import { usePreferences } from '../../../ui/provider.tsx';
import { createFoldedMessages, type FoldedMessages, isFolded } from './folded-messages.ts';
import type { MarkdownPart } from './markdown-parts.ts';
import { MessageSection } from './message-section.tsx';
import { type OpenSnippet, OpenSnippetContext, PromptMark, SnippetEdge } from './prompt-marks.tsx';
import { Prose } from './prose.ts';
import { useMarkdownParts } from './use-markdown-parts.ts';

export type MarkdownViewProps = {
  readonly text: string;
  /** Shown at the end while the rest of a long text is being read. */
  readonly waiting: string;
  /** Values and snippets of a prompt, the same object for the same ones; without it, nothing is a variable. */
  readonly prompt?: WrittenPrompt;
  readonly onOpenSnippet?: OpenSnippet;
  /** The messages that are folded; without it, the view remembers them. */
  readonly folds?: FoldedMessages;
};

/** A text as Markdown, to be read. Long ones are drawn a part at a time: what is read first is there at once. */
export function MarkdownView(props: MarkdownViewProps) {
  const { text, waiting, prompt = null, onOpenSnippet = null, folds: given } = props;
  const { keepLineBreaks } = usePreferences();
  const { parts, isPartial } = useMarkdownParts({ text, keepsBreaks: keepLineBreaks, prompt });
  const [own] = useState(createFoldedMessages);
  const folds = given ?? own;
  const folded = useSyncExternalStore(folds.subscribe, folds.state);
  const drawn = useDrawn(parts);
  const firstPlain = parts.findIndex(({ kind }) => kind === 'plain');
  const isAll = parts.every(({ kind }) => kind !== 'formatted');
  return (
    <OpenSnippetContext value={onOpenSnippet}>
      <Prose>
        {messagesOf(parts, Math.min(drawn, parts.length)).map(({ role, from, to }, message) => {
          const content = Array.from({ length: to - from }, (_, at) => {
            const place = from + at;
            const isFirstPlain = place === firstPlain;
            return (
              <Part
                key={place}
                part={parts[place]}
                isFirstPlain={isFirstPlain}
                isAll={isFirstPlain && isAll}
              />
            );
          });
          if (role === null) return content;
          return (
            <MessageSection
              key={from}
              role={role}
              folded={isFolded(folded, message)}
              onToggle={() => folds.toggle(message)}
              onFound={() => folds.open(message)}
            >
              {content}
            </MessageSection>
          );
        })}
        {isPartial && <p className="markdown-waiting">{waiting}</p>}
      </Prose>
    </OpenSnippetContext>
  );
}

type MessageParts = { readonly role: Role | null; readonly from: number; readonly to: number };

/** Returns the parts that belong together, up to so many: those of each message, or all of a text that is no chat. */
function messagesOf(parts: readonly MarkdownPart[], count: number): MessageParts[] {
  const begins = parts.slice(0, count).flatMap((part, at) => (part.kind === 'message' ? [at] : []));
  const starts = begins[0] === 0 ? begins : [0, ...begins];
  return starts.map((from, at) => {
    const part = parts[from];
    return { role: part?.kind === 'message' ? part.role : null, from, to: starts[at + 1] ?? count };
  });
}

/** The elements and texts that are drawn in one go; the browser takes about as long for them as for a frame or two. */
const nodesAtOnce = 2_000;
/** A text of a part's length takes as long as so many elements. */
const nodesOfPlain = 500;

/** Returns how many parts are drawn: each round about as many again as there are, up to a bound. */
function useDrawn(parts: readonly MarkdownPart[]): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= parts.length) return;
    let next = count;
    for (let nodes = 0; next < parts.length && next < 2 * count; next += 1) {
      const part = parts[next];
      nodes += part?.kind === 'formatted' ? part.nodes : nodesOfPlain;
      if (nodes > nodesAtOnce && next > count) break;
    }
    startTransition(() => setCount(next));
  }, [count, parts]);
  return count;
}

type PartProps = {
  readonly part: MarkdownPart | undefined;
  readonly isFirstPlain: boolean;
  /** Nothing of the text is formatted. */
  readonly isAll: boolean;
};

const Part = memo(function Part({ part, isFirstPlain, isAll }: PartProps) {
  if (part === undefined || part.kind === 'message') return null;
  if (part.kind === 'formatted') return <Blocks blocks={part.blocks} />;
  return (
    <>
      {isFirstPlain && (
        <p className="markdown-note" role="note">
          {isAll
            ? t('This text is too intricate to format quickly; it is shown as it is.')
            : t('Some of this text is too intricate to format quickly; it is shown as it is.')}
        </p>
      )}
      <div className="markdown-plain" dir="auto">
        {part.text}
      </div>
    </>
  );
});

function Blocks({ blocks }: { readonly blocks: readonly RootContent[] }) {
  return (
    <div className="markdown-piece" dir="auto">
      {toJsxRuntime({ type: 'root', children: [...blocks] }, { Fragment, jsx, jsxs, components })}
    </div>
  );
}

/** Opens beside the workspace, which keeps what is open in it. */
function Link({ href, children, ...rest }: ComponentProps<'a'>) {
  if (href === undefined || href === '') return <span>{children}</span>;
  if (href.startsWith('#')) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A picture from elsewhere would show its server who reads which prompt, and when; so it is a link. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  return (
    <Link href={typeof src === 'string' ? src : ''}>
      {alt === undefined || alt === '' ? t('Picture') : alt}
    </Link>
  );
}

/** Scrolls what is wider than the page in a frame of its own; Safari lets no key scroll what has no focus. */
const scrolledByKeys = { tabIndex: 0 };

function Table({ children, ...rest }: ComponentProps<'table'>) {
  return (
    // A group and no landmark: a text may have many, and all of one name.
    <Box className="markdown-frame" role="group" aria-label={t('Table')} {...scrolledByKeys}>
      <table {...rest}>{children}</table>
    </Box>
  );
}

function Code({ children, ...rest }: ComponentProps<'pre'>) {
  return (
    <pre {...rest} {...scrolledByKeys}>
      {children}
    </pre>
  );
}

function Task({ checked }: ComponentProps<'input'>) {
  const done = checked === true;
  return (
    <input type="checkbox" checked={done} readOnly disabled aria-label={done ? t('Done') : t('To do')} />
  );
}

const components = {
  ...{ a: Link, img: Picture, table: Table, pre: Code, input: Task },
  ...{ mark: PromptMark, ins: SnippetEdge },
};
