import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkComponentProps, mostProps } from './component-props.mjs';

/** Returns the source of so many members of a type: `a0: string; …`. */
function members(count, prefix = 'a') {
  return Array.from({ length: count }, (_, index) => `readonly ${prefix}${index}: string;`).join(' ');
}

describe('the check of the props of components', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'component-props-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Returns the complaints about these files, of which each name is a path. */
  function complaintsAbout(sources) {
    for (const [file, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    return checkComponentProps({ folder, files: Object.keys(sources), fewest: 0 }).complaints;
  }

  test('lets a component of ten props pass and complains about one more, by its name and theirs', () => {
    const component = (count) => `export function One(props: { ${members(count)} }) { return null; }`;
    expect(complaintsAbout({ 'one.tsx': component(mostProps) })).toEqual([]);
    const [complaint] = complaintsAbout({ 'one.tsx': component(mostProps + 1) });
    expect(complaint).toMatch(/^one\.tsx: One has 11 props, more than 10: a0, .*, a10$/);
  });

  test.each([
    ['of an interface', `interface P { ${members(11)} } function One(props: P) {}`, 11],
    ['of methods', `interface P { ${members(10)} onAct(): void } function One(props: P) {}`, 11],
    [
      'of an interface that extends another',
      `interface A { ${members(6)} } interface P extends A { ${members(5, 'b')} } function One(props: P) {}`,
      11,
    ],
    [
      'of an intersection',
      `type A = { ${members(6)} }; type P = A & { ${members(5, 'b')} }; function One({ a0, ...rest }: P) {}`,
      11,
    ],
    [
      'of alternatives, each name once',
      `type P = { ${members(8)} } | { ${members(2)} ${members(3, 'b')} }; function One(props: P) {}`,
      11,
    ],
    ['that are optional', `interface A { ${members(11)} } function One(props: Partial<A>) {}`, 11],
    [
      'that are all but some',
      `interface A { ${members(13)} } function One(props: Omit<A, 'a0' | 'a1'>) {}`,
      11,
    ],
    ['of a memo', `type P = { ${members(11)} }; const One = memo(function One(props: P) {});`, 11],
    ['of an arrow function', `const One = ({ a0 }: { ${members(11)} }) => null;`, 11],
  ])('counts the props %s', (_, source, count) => {
    expect(complaintsAbout({ 'one.tsx': source })).toEqual([
      expect.stringContaining(`One has ${count} props`),
    ]);
  });

  test('follows a type to the module that it comes from', () => {
    const sources = {
      'ui/one.tsx': `import type { P as Props } from '../types.ts'; export function One(props: Props) {}`,
      'types.ts': `export interface P { ${members(11)} }`,
    };
    expect(complaintsAbout(sources)).toEqual([expect.stringContaining('ui/one.tsx: One has 11 props')]);
  });

  test.each([
    ['of an element', `type P = ButtonProps & { ${members(10)} }; function One(props: P) {}`],
    ['that are picked', `interface A { ${members(20)} } function One(props: Pick<A, 'a0' | 'a1'>) {}`],
    ['of what is no component', `function one(options: { ${members(11)} }) {}`],
  ])('does not count the props %s', (_, source) => {
    expect(complaintsAbout({ 'one.tsx': `import type { ButtonProps } from 'ui'; ${source}` })).toEqual([]);
  });

  test.each(['one.test.tsx', 'one-scene.tsx', 'testing/one.tsx'])('excepts the test file %s', (file) => {
    expect(complaintsAbout({ [file]: `function One(props: { ${members(11)} }) {}` })).toEqual([]);
  });

  test('is a failure where it read hardly any component', () => {
    const { complaints } = checkComponentProps({ folder, files: [] });
    expect(complaints).toEqual([expect.stringMatching(/^only 0 components with props were read/)]);
  });
});
