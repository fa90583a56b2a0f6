/**
 * A feature is a folder, a definition (`feature.tsx` in it) and a line in `registry.ts`.
 *
 * 1. It has a screen of its own, which is loaded when it is first opened and lies over the page (`on-demand.tsx`); or
 *    the page draws it in a place of its own, and the definition holds only whether it is open.
 * 2. A command opens it: the palette lists it, and so does the menu that it names.
 * 3. What is open is one atom. Several features may be: an import goes on while something is exported.
 */
import { atom, useSetAtom, type WritableAtom } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import { OnDemand, type ScreenProps } from './on-demand.tsx';

type FeatureDefinition<Request> = {
  readonly name: string;
  /** Loads its screen. Absent: the page draws it. */
  load?(): Promise<ComponentType<ScreenProps<Request>>>;
  /** Keeps its state from one opening to the next: a step under way goes on. */
  readonly isKept?: true;
  readonly command?: FeatureCommand & { useRun(open: (request: Request) => void): (() => void) | null };
};

/** `account`: for what is a person's own; `library`: for what is about the library as a whole. */
export type FeatureMenu = 'account' | 'library';

export type FeatureCommand = {
  title(): string;
  readonly icon: ReactNode;
  /** Other words that a person may look for it by. */
  also?(): string;
  /** Absent: the palette alone lists it. */
  readonly menu?: FeatureMenu;
};

/** A feature, whatever it is opened with. */
export type ListedFeature = {
  readonly name: string;
  /** `useRun` returns what opens it; null: it is not possible here. */
  readonly command: (FeatureCommand & { useRun(): (() => void) | null }) | null;
  /** Draws its screen where it is open. Null: the page draws it. */
  readonly Screen: ComponentType<Pick<ScreenProps<unknown>, 'projectId'>> | null;
};

export type Feature<Request> = ListedFeature & {
  /** The request that it is opened with; null while it is closed. */
  readonly openAtom: WritableAtom<Request | null, [Request | null | Changed<Request>], void>;
};

type Changed<Request> = (before: Request | null) => Request | null;

/** The requests of the features that are open, by name. */
const openFeaturesAtom = atom<ReadonlyMap<string, unknown>>(new Map<string, unknown>());

/** `Request`: what the feature is opened with; `true` for one that is opened with nothing. */
export function defineFeature<Request>(definition: FeatureDefinition<Request>): Feature<Request> {
  const { name, load, isKept = false, command } = definition;
  const openAtom = atom(
    (get) => (get(openFeaturesAtom).get(name) ?? null) as Request | null,
    (get, set, next: Request | null | Changed<Request>) => {
      const before = get(openAtom);
      const request = typeof next === 'function' ? (next as Changed<Request>)(before) : next;
      if (request === before) return;
      const open = new Map(get(openFeaturesAtom));
      if (request === null) open.delete(name);
      else open.set(name, request);
      set(openFeaturesAtom, open);
    },
  );
  return {
    name,
    openAtom,
    command:
      command === undefined ? null : { ...command, useRun: () => command.useRun(useSetAtom(openAtom)) },
    Screen: load === undefined ? null : (props) => <OnDemand {...{ ...props, load, isKept, openAtom }} />,
  };
}
