/** Keeps what a person arranged on this device, over reloads; it is sent nowhere. */
import { atomWithStorage } from 'jotai/utils';
import type { z } from 'zod';

/**
 * Returns an atom whose value lies in the browser's storage under `key`. What is stored and is not of this shape counts
 * as nothing; where storage is forbidden, the value lasts as long as the page.
 */
export function storedAtom<Shape extends z.ZodType>(key: string, shape: Shape, initial: z.infer<Shape>) {
  return atomWithStorage<z.infer<Shape>>(
    key,
    initial,
    {
      getItem(name, otherwise) {
        try {
          const found = shape.safeParse(JSON.parse(localStorage.getItem(name) ?? ''));
          return found.success ? found.data : otherwise;
        } catch {
          return otherwise;
        }
      },
      setItem(name, value) {
        try {
          localStorage.setItem(name, JSON.stringify(value));
        } catch {
          // The atom has it.
        }
      },
      removeItem(name) {
        try {
          localStorage.removeItem(name);
        } catch {
          // A storage that is forbidden has nothing to remove.
        }
      },
    },
    { getOnInit: true },
  );
}
