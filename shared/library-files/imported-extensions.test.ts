import { expect, it } from 'vitest';
import { reasons } from './formats/formats-scene.ts';
import { importedExtensions } from './imported-extensions.ts';

const isNotRead = 'Files of this kind are not read.';

it.each([...importedExtensions, '.png'])(
  'an import reads %s as the list of its extensions says',
  async (extension) => {
    const found = await reasons({ [`file${extension}`]: 'text' });
    expect(found.includes(isNotRead)).toBe(!importedExtensions.has(extension));
  },
);
