/** A colour as it is in the light and in the dark theme. */
export interface Shade {
  readonly light: string;
  readonly dark: string;
}

const shade = (light: string, dark: string): Shade => ({ light, dark });

/**
 * The surfaces and inks. The chrome is nearly without colour, so that the projects' colours are what the eye
 * finds; one blue says "this acts" or "this is where you are". `palette.test.ts` computes every contrast
 * that the pieces rely on.
 */
export const surfaces = {
  page: shade('#fbfbfc', '#121418'),
  subtle: shade('#f3f4f6', '#171a1f'),
  raised: shade('#ffffff', '#1d2026'),
  hover: shade('#ebedf1', '#252931'),
  selected: shade('#e3eafb', '#232d45'),
  inverted: shade('#23262d', '#e7e9ed'),
} as const;

export const inks = {
  strong: shade('#181b21', '#e8eaee'),
  muted: shade('#545b69', '#a3aab7'),
  inverted: shade('#f6f7f9', '#181b21'),
} as const;

export const lines = {
  quiet: shade('#dfe2e8', '#2c3038'),
  /** The edge of something that can be typed into or chosen: 3:1 against what it lies on. */
  control: shade('#858c9b', '#6b7382'),
  focus: shade('#2b5bd7', '#8caeff'),
} as const;

/** The tones of a colour. `solid` carries `contrast`; `ink` is text on a surface or on `subtle`. */
export const voices = {
  accent: {
    solid: shade('#2b5bd7', '#8caeff'),
    solidHover: shade('#234cb8', '#a5c0ff'),
    contrast: shade('#ffffff', '#0d1830'),
    ink: shade('#2450c4', '#9dbaff'),
    subtle: shade('#e9effd', '#1e2a45'),
  },
  danger: {
    solid: shade('#c02a35', '#f3828a'),
    solidHover: shade('#a2212b', '#f79aa0'),
    contrast: shade('#ffffff', '#290a0d'),
    ink: shade('#b0242f', '#ff9ba1'),
    subtle: shade('#fcebec', '#3a1d21'),
  },
  success: {
    solid: shade('#1b774e', '#6fce9d'),
    solidHover: shade('#14613f', '#8ad9b0'),
    contrast: shade('#ffffff', '#06231a'),
    ink: shade('#166844', '#7bd3a5'),
    subtle: shade('#e4f4eb', '#163124'),
  },
  warning: {
    solid: shade('#94590a', '#e6b45f'),
    solidHover: shade('#7a4906', '#edc57f'),
    contrast: shade('#ffffff', '#2a1c03'),
    ink: shade('#7f4c05', '#e8bb6c'),
    subtle: shade('#fbf0dc', '#362a12'),
  },
} as const;

/** A variable of a prompt, to be filled in: `{language}`. */
export const variable = { ink: shade('#7e22ce', '#d8b4fe'), subtle: shade('#f3e8ff', '#3b2460') } as const;

/** The inks of the source of a text: on the page, and `code` on the `hover` surface. */
export const source = {
  heading: shade('#1d4ed8', '#93c5fd'),
  bold: shade('#111827', '#fafafa'),
  italic: shade('#3f3f46', '#d4d4d8'),
  list: shade('#b45309', '#fbbf24'),
  quote: shade('#52525b', '#a1a1aa'),
  code: shade('#9f1239', '#fda4af'),
  link: shade('#0369a1', '#7dd3fc'),
  tag: shade('#0f766e', '#5eead4'),
  mark: shade('#5c6472', '#9ca3af'),
} as const;

/** Behind what is selected in a source. */
export const selection = shade('#bfdbfe', '#1e3a8a');

/** The roles of a chat, where each begins in a source: on `subtle`. */
export const roles = {
  system: shade('#a3460a', '#fbbf24'),
  user: shade('#1d4ed8', '#93c5fd'),
  assistant: shade('#0f6d66', '#5eead4'),
  tool: shade('#565d6b', '#a8afba'),
} as const;

export const dotColors = [
  'indigo',
  'red',
  'green',
  'yellow',
  'blue',
  'pink',
  'purple',
  'orange',
  'teal',
  'cyan',
  'lime',
  'white',
  'black',
  'gray',
] as const;
export type DotColor = (typeof dotColors)[number];

/** `edge` is the line around a dot, and a thin line that stands for it: it reads at 3:1 where `fill` need not. */
export const dots: Readonly<Record<DotColor, { readonly fill: Shade; readonly edge: Shade }>> = {
  indigo: { fill: shade('#5b5bd6', '#8384f0'), edge: shade('#5b5bd6', '#8384f0') },
  red: { fill: shade('#dc3e42', '#ee5d60'), edge: shade('#dc3e42', '#ee5d60') },
  green: { fill: shade('#2b9a50', '#4cc474'), edge: shade('#278c49', '#4cc474') },
  yellow: { fill: shade('#f2c230', '#f2cb4e'), edge: shade('#a07800', '#f2cb4e') },
  blue: { fill: shade('#1f7ae0', '#4a9cf5'), edge: shade('#1f7ae0', '#4a9cf5') },
  pink: { fill: shade('#e0489e', '#f178bd'), edge: shade('#d63f93', '#f178bd') },
  purple: { fill: shade('#8e4ec6', '#b57fe8'), edge: shade('#8e4ec6', '#b57fe8') },
  orange: { fill: shade('#f0761b', '#ff9147'), edge: shade('#c95a08', '#ff9147') },
  teal: { fill: shade('#0f9d8c', '#2cc4b1'), edge: shade('#0c8c7d', '#2cc4b1') },
  cyan: { fill: shade('#12b0d8', '#4cd3f2'), edge: shade('#0b86a6', '#4cd3f2') },
  lime: { fill: shade('#a3d93b', '#bdea5c'), edge: shade('#648c0e', '#bdea5c') },
  white: { fill: shade('#ffffff', '#ffffff'), edge: shade('#788091', '#ffffff') },
  black: { fill: shade('#111318', '#000000'), edge: shade('#111318', '#7d8595') },
  gray: { fill: shade('#7c8494', '#8d95a4'), edge: shade('#7c8494', '#8d95a4') },
};
