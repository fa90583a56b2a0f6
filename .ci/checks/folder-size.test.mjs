import { describe, expect, test } from 'vitest';
import { checkFolderSize, mostFiles } from './folder-size.mjs';

/** Returns the paths of so many code files of a folder. */
function filesOf(folder, count) {
  return Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);
}

function complaintsAbout(files) {
  return checkFolderSize({ files }).complaints;
}

describe('the check of folder sizes', () => {
  test('lets a folder of 25 code files pass and complains about one more, by its name', () => {
    expect(complaintsAbout(filesOf('web/shell', mostFiles))).toEqual([]);
    const [complaint] = complaintsAbout(filesOf('web/shell', mostFiles + 1));
    expect(complaint).toBe('web/shell has 26 code files, 25 at most: put some in a folder');
  });

  test('counts what lies directly in a folder', () => {
    const files = [...filesOf('web/shell', mostFiles), ...filesOf('web/shell/start', mostFiles)];
    expect(complaintsAbout(files)).toEqual([]);
  });

  test.each(['a.test.ts', 'a.test.tsx', 'a-suite.ts', 'a-scene.ts', 'a-scene.tsx', 'a.css', 'a.mjs'])(
    'does not count %s',
    (file) => {
      expect(complaintsAbout([...filesOf('web/shell', mostFiles), `web/shell/${file}`])).toEqual([]);
    },
  );

  test.each(['a.tsx', 'a.spec.ts', 'a.d.ts'])('counts %s', (file) => {
    expect(complaintsAbout([...filesOf('web/shell', mostFiles), `web/shell/${file}`])).toHaveLength(1);
  });

  test('is a failure where it found no code file', () => {
    expect(complaintsAbout(['README.md'])).toEqual(['no code file was found']);
  });
});
