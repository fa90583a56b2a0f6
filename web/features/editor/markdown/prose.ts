import { chakra } from '@chakra-ui/react';

const code = { fontFamily: 'mono', fontVariantLigatures: 'none', fontSize: '0.9em' } as const;
const focusRing = { outline: '2px solid {colors.focus}', outlineOffset: '-1px' } as const;
/** Selects as `:first-child` does, of which Emotion warns: it would be wrong where a server draws. */
const first = ':not(* + *)';
/** Not laid out while it is off the screen. */
const offScreen = { contentVisibility: 'auto', containIntrinsicSize: 'auto 60rem' } as const;

const headings = {
  '& :is(h1, h2, h3, h4, h5, h6)': {
    marginBlock: '1.4em 0.5em',
    fontSize: '1em',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    letterSpacing: 'tight',
    textWrap: 'balance',
  },
  '& h1': { fontSize: '1.6em' },
  '& h2': { fontSize: '1.35em' },
  '& h3': { fontSize: '1.15em' },
} as const;

const lists = {
  '& ul': { paddingInlineStart: '1.5em', listStyle: 'disc' },
  '& ol': { paddingInlineStart: '1.75em', listStyle: 'decimal' },
  '& :is(ul, ol) :is(ul, ol)': { marginBlock: '0.25em' },
  '& li': { marginBlock: '0.2em' },
  '& li::marker': { color: 'fg.muted' },
  '& li > p': { marginBlockEnd: '0.4em' },
  '& .task-list-item': { listStyle: 'none' },
  '& .task-list-item > :is(input, p > input)': {
    marginInline: '-1.4em 0.5em',
    accentColor: 'accent.solid',
  },
} as const;

const codeBlocks = {
  '& code': { ...code, py: '0.1em', px: '0.35em', borderRadius: 'sm', bg: 'bg.hover' },
  '& pre': {
    direction: 'ltr',
    overflowX: 'auto',
    py: '0.9em',
    px: '1em',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.subtle',
    lineHeight: '1.55',
    tabSize: '4',
  },
  '& pre code': { p: '0', bg: 'none' },
} as const;

const tables = {
  '& .markdown-frame': { overflowX: 'auto' },
  '& table': { borderCollapse: 'collapse' },
  '& :is(th, td)': {
    py: '0.4em',
    px: '0.8em',
    borderWidth: '1px',
    textAlign: 'start',
    verticalAlign: 'top',
  },
  '& th': { bg: 'bg.subtle' },
} as const;

/** Marks in the colors of the source: a value is filled, a name waits for one in a frame. */
const promptMarks = {
  '& mark': {
    px: '0.5',
    borderRadius: 'xs',
    bg: 'variable.subtle',
    color: 'variable.fg',
    boxDecorationBreak: 'clone',
    '@media (forced-colors: active)': { textDecoration: 'underline dotted' },
  },
  '& code[data-kind]': { bg: 'variable.subtle' },
  '& mark[data-kind=default]': {
    bg: 'none',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '0.2em',
  },
  '& mark[data-kind=missing]': { boxShadow: 'inset 0 0 0 1px {colors.variable.fg/35}' },
  '& mark[data-kind=reference]': {
    bg: 'warning.subtle',
    color: 'warning.fg',
    textDecoration: 'underline wavy from-font',
    textUnderlineOffset: '0.2em',
  },
  // Neither of the text nor of a copy of it.
  '& .markdown-edge': { fontSize: '0.8em', userSelect: 'none' },
  '& .markdown-edge[role=separator]': { marginBlockEnd: '4' },
  '& .markdown-edge[role=separator]:has(+ .markdown-edge[role=separator])': { marginBlockEnd: '1' },
  '& .markdown-edge + :is(h1, h2, h3, h4, h5, h6)': { marginBlockStart: '0.4em' },
} as const;

/** The inks of code; the names are those of highlight.js. */
const codeInks = {
  '& :is(.hljs-comment, .hljs-quote, .hljs-meta)': { color: 'source.mark', fontStyle: 'italic' },
  '& :is(.hljs-string, .hljs-regexp, .hljs-addition, .hljs-template-tag)': { color: 'source.tag' },
  '& :is(.hljs-number, .hljs-literal, .hljs-symbol, .hljs-bullet)': { color: 'source.list' },
  '& :is(.hljs-title, .hljs-section, .hljs-name, .hljs-selector-id, .hljs-selector-class)': {
    color: 'source.heading',
  },
  '& :is(.hljs-keyword, .hljs-selector-tag, .hljs-type, .hljs-built_in, .hljs-title.class_)': {
    color: 'variable.fg',
  },
  '& :is(.hljs-attr, .hljs-attribute, .hljs-property, .hljs-link)': { color: 'source.link' },
  '& :is(.hljs-variable, .hljs-template-variable, .hljs-params, .hljs-deletion)': { color: 'source.code' },
  '& .hljs-emphasis': { fontStyle: 'italic' },
  '& .hljs-strong': { fontWeight: 'bold' },
} as const;

const piece = {
  ...offScreen,
  // Leaves room for the number of a hundredth item, which reaches out of its list: a piece clips what it draws.
  ms: '-4',
  ps: '4',
  ...headings,
  '& :is(p, ul, ol, blockquote, pre, hr), & .markdown-frame': { marginBlock: '0 0.9em' },
  [`&:first-of-type > ${first}`]: { marginBlockStart: '0' },
  '& .markdown-tag': { ...code, marginBlock: '0.2em', color: 'source.tag' },
  ...lists,
  '& blockquote': {
    paddingInlineStart: '1em',
    borderInlineStart: '3px solid {colors.border.control}',
    color: 'fg.muted',
    '& > :last-child': { marginBlockEnd: '0' },
  },
  '& hr': { marginBlock: '1.5em', borderTopWidth: '1px' },
  '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '& :is(strong, th)': { fontWeight: 'semibold' },
  '& em': { fontStyle: 'italic' },
  ...codeBlocks,
  ...tables,
  '& :is(pre, .markdown-frame):focus-visible': focusRing,
  // One list or one block of code, in several.
  '& > :is(ul, ol, pre):has(+ .markdown-continued)': { marginBlockEnd: '0' },
  [`&:has(+ .markdown-piece > .markdown-continued${first}) > :is(ul, ol, pre):last-child`]: {
    marginBlockEnd: '0',
  },
  '& > pre.markdown-continued': { borderTopWidth: '0' },
  ...codeInks,
  ...promptMarks,
} as const;

/** Messages of a chat: each has its role above it, and a line of the role's colour beside it. */
const message = {
  '--role-ink': 'colors.fg.muted',
  mb: '5',
  ps: '4',
  borderInlineStart: '3px solid var(--role-ink)',
  '&:is([data-role=system], [data-role=developer])': { '--role-ink': 'colors.warning.fg' },
  '&[data-role=user]': { '--role-ink': 'colors.accent.fg' },
  '&[data-role=assistant]': { '--role-ink': 'colors.success.fg' },
  '& .markdown-role': { color: 'var(--role-ink)', fontSize: '0.8em', fontWeight: 'semibold' },
  '& .markdown-fold': {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    // The whole row folds, and what is below stays where it would be without a button.
    w: 'full',
    minH: 'max(1.5rem, calc({sizes.target} - 0.5rem))',
    ms: '-1',
    borderRadius: 'sm',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
    '&[aria-expanded=false] > svg': { rotate: '-90deg', '&:dir(rtl)': { rotate: '90deg' } },
  },
} as const;

/** Draws rendered Markdown, with one rule for the thousands of plain elements in it. */
export const Prose = chakra('div', {
  base: {
    '& .markdown-piece': piece,
    '& .markdown-plain': { ...offScreen, ...code, whiteSpace: 'pre-wrap' },
    '& .markdown-note': { marginBlock: '0 0.9em', color: 'fg.muted', fontSize: '0.9em' },
    // Most texts are there before anybody could read this.
    '& .markdown-waiting': { color: 'fg.muted', animation: 'fade-in 0s 400ms both' },
    '& .markdown-message': message,
  },
});
