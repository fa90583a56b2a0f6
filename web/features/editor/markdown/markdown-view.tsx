import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, memo, startTransition, useEffect, useState } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { MarkdownBlocks } from './parse-markdown.ts';
import { useParsed } from './use-parsed.ts';
import './markdown-view.css';

export type MarkdownViewProps = {
  readonly text: string;
  /** Said at the end while the rest of a long text is being read. */
  readonly waiting: string;
};

/** A text as Markdown, to be read. Long ones are drawn a piece at a time: what is read first is there at once. */
export function MarkdownView({ text, waiting }: MarkdownViewProps) {
  const { blocks, isPartial } = useParsed(text);
  return (
    <>
      <Pieces blocks={blocks} />
      {isPartial && <p className="markdown-waiting">{waiting}</p>}
    </>
  );
}

const pieceLength = 40;

function Pieces({ blocks }: { readonly blocks: MarkdownBlocks }) {
  const [drawn, setDrawn] = useState(1);
  const pieces = Math.ceil(blocks.length / pieceLength);
  useEffect(() => {
    // Each round draws as much again as is there: a short text is whole at once, a book within a second or two.
    if (drawn < pieces) startTransition(() => setDrawn(Math.min(pieces, drawn + Math.min(drawn, 8))));
  }, [drawn, pieces]);
  const starts = Array.from({ length: Math.min(drawn, pieces) }, (_, piece) => piece * pieceLength);
  return starts.map((first) => <Piece key={first} blocks={blocks} first={first} />);
}

const Piece = memo(function Piece({ blocks, first }: { blocks: MarkdownBlocks; first: number }) {
  const children = blocks.slice(first, first + pieceLength);
  return (
    <div className="markdown-piece">
      {toJsxRuntime({ type: 'root', children }, { Fragment, jsx, jsxs, components })}
    </div>
  );
});

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

/** A picture from elsewhere would tell its server who reads which prompt, and when; so it is a link. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  return (
    <Link href={typeof src === 'string' ? src : ''}>{alt === undefined || alt === '' ? 'Picture' : alt}</Link>
  );
}

/** What is wider than the page scrolls in a frame of its own, and Safari lets no key scroll what has no focus. */
const scrolledByKeys = { tabIndex: 0 };

function Table({ children, ...rest }: ComponentProps<'table'>) {
  return (
    <section className="markdown-frame" aria-label="Table" {...scrolledByKeys}>
      <table {...rest}>{children}</table>
    </section>
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
  return <input type="checkbox" checked={done} readOnly disabled aria-label={done ? 'Done' : 'To do'} />;
}

const components = { a: Link, img: Picture, table: Table, pre: Code, input: Task };
