import { LuFile, LuFolder, LuHistory, LuTag } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import type { Resource } from '#shared/model/resource.ts';
import { type FuzzyEntry, foldLetters } from '#shared/text/fuzzy-match.ts';
import type { NamedVersion } from '../../data/queries/palette-rows.ts';
import type { Outline, OutlinePrompt } from '../../data/rows/outline.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import type { CommandId, Commands } from '../../ui/commands.ts';
import { keysOfCommands } from '../../ui/shortcuts/shortcuts.ts';
import { commandTable, type ListedCommand } from './command-table.tsx';

export type PaletteTarget =
  | { readonly kind: 'command'; readonly id: CommandId }
  | { readonly kind: 'prompt' | 'project' | 'version'; readonly id: number }
  | { readonly kind: 'label'; readonly id: number; readonly label: string; readonly version: number }
  | { readonly kind: 'file'; readonly id: number; readonly resource: Resource };

/** One row of the palette: what is chosen with it, and how it is found. */
export type PaletteEntry = FuzzyEntry & {
  readonly target: PaletteTarget;
  readonly title: string;
  /** Stands at the end of the row: where it belongs, or what it is. */
  readonly detail: string;
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  /** A colour as it is stored, for a dot; else the icon of its kind. */
  readonly color?: string;
  readonly command?: ListedCommand;
};

export interface PaletteContents {
  readonly outline: Outline;
  /** The prompts that were opened last, newest first. */
  readonly recentPromptIds: readonly number[];
  /** The versions of the open prompt, newest first. */
  readonly versions: readonly NamedVersion[];
  /** The labels that a version of the open prompt can be given. */
  readonly labels: readonly PaletteLabel[];
  /** The old version that is open; null: the current text. */
  readonly openVersionId: number | null;
  readonly files: readonly Resource[];
}

/** A label, and the version that it is on. */
export type PaletteLabel = { readonly label: string; readonly versionId: number | null };

/** Added to what is found: a command comes before a prompt that matches alike, and what was opened last before others. */
const weights = { command: 4, recent: 6, project: 2, other: 0 };

export type PaletteEntries = {
  /** Of the prompts that were opened last. */
  readonly recent: readonly PaletteEntry[];
  /** Of everything that has a name. */
  readonly named: readonly PaletteEntry[];
  /** Returns those that move a label: to the newest version, to the one that is open, and to one whose number is typed. */
  labelled(words: readonly string[]): readonly PaletteEntry[];
};

/** Returns the rows of everything that can be gone to, prepared to be found. */
export function paletteEntries(contents: PaletteContents): PaletteEntries {
  const { outline, recentPromptIds, versions, files } = contents;
  const prompts = promptEntries(outline, new Set(recentPromptIds));
  const placeOf = (id: number) => outline.prompts.findIndex((prompt) => prompt.id === id);
  return {
    recent: recentPromptIds.flatMap((id) => prompts[placeOf(id)] ?? []),
    named: [
      ...prompts,
      ...projectEntries(outline),
      ...versionEntries(versions),
      ...fileEntries(outline, files),
    ],
    labelled: (words) => labelEntries(contents, words),
  };
}

function labelEntries(
  { labels, versions, openVersionId }: PaletteContents,
  words: readonly string[],
): PaletteEntry[] {
  const numberOf = new Map(versions.map(({ id, version }) => [id, version]));
  const offered = versions.filter(
    ({ id, version }, place) => place === 0 || id === openVersionId || words.includes(String(version)),
  );
  return labels.flatMap(({ label, versionId }) => {
    const now = versionId === null ? undefined : numberOf.get(versionId);
    return offered
      .filter(({ id }) => id !== versionId)
      .map(({ id, version }): PaletteEntry => {
        const title = t('Put "{label}" on Version {number}', { label, number: version });
        return {
          target: { kind: 'label', id, label, version },
          title,
          name: foldLetters(title),
          detail:
            now === undefined
              ? t('now on no version')
              : t('now on {version}', { version: t('Version {number}', { number: now }) }),
          beside: foldLetters(t('Move a label')),
          weight: weights.other,
        };
      });
  });
}

/** Returns the rows of the commands that are possible. `opening`: those that open a feature. */
export function commandEntries(commands: Commands, opening: readonly ListedCommand[]): PaletteEntry[] {
  const keys = keysOfCommands();
  return commandTable(opening)
    .filter(({ id }) => commands[id] !== undefined)
    .map((command) => ({
      target: { kind: 'command', id: command.id },
      title: command.title,
      name: foldLetters(command.title),
      detail: '',
      beside: foldLetters(command.also ?? ''),
      weight: weights.command,
      keys: keys.get(command.id),
      command,
    }));
}

function promptEntries({ projects, prompts }: Outline, recent: ReadonlySet<number>): PaletteEntry[] {
  const places = new Map(
    projects.map(({ id, name, color }) => [id, { name, color, folded: foldLetters(name) }]),
  );
  return prompts.map(({ id, title, projectId }: OutlinePrompt) => {
    const place = places.get(projectId);
    return {
      target: { kind: 'prompt', id },
      title,
      name: foldLetters(title),
      detail: place?.name ?? '',
      beside: place?.folded ?? '',
      weight: recent.has(id) ? weights.recent : weights.other,
      color: place?.color ?? 'gray',
    };
  });
}

function projectEntries({ projects }: Outline): PaletteEntry[] {
  return projects.map(({ id, name }) => ({
    target: { kind: 'project', id },
    title: name,
    name: foldLetters(name),
    detail: t('Project'),
    beside: foldLetters(t('Project')),
    weight: weights.project,
  }));
}

function versionEntries(versions: PaletteContents['versions']): PaletteEntry[] {
  return versions.map(({ id, version, description, labels }) => {
    const title = t('Version {number}', { number: version });
    const named = [...labels, description].filter((words) => words !== '').join(' · ');
    const detail = named === '' ? t('Of this prompt') : named;
    return {
      target: { kind: 'version', id },
      title,
      name: foldLetters(title),
      detail,
      beside: foldLetters(named),
      weight: weights.other,
    };
  });
}

function fileEntries({ projects }: Outline, files: PaletteContents['files']): PaletteEntry[] {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return files.map((resource) => {
    const detail = names.get(resource.projectId) ?? '';
    return {
      target: { kind: 'file', id: resource.id, resource },
      title: resource.name,
      name: foldLetters(resource.name),
      detail,
      beside: foldLetters(detail),
      weight: weights.other,
    };
  });
}

/** Returns a name of an entry that no other one has. */
export function keyOf({ target }: PaletteEntry): string {
  return `${target.kind}-${target.id}${target.kind === 'label' ? `-${target.label}` : ''}`;
}

export function EntryIcon({ entry }: { readonly entry: PaletteEntry }) {
  if (entry.command !== undefined) return entry.command.icon;
  if (entry.color !== undefined) return <ColorDot color={dotColor(entry.color)} />;
  if (entry.target.kind === 'project') return <LuFolder />;
  if (entry.target.kind === 'label') return <LuTag />;
  return entry.target.kind === 'version' ? <LuHistory /> : <LuFile />;
}

/** Returns the word for what an entry is, for those who do not see its icon. */
export function kindWord({ target }: PaletteEntry): string {
  switch (target.kind) {
    case 'command':
    case 'label':
      return t('Command');
    case 'prompt':
      return t('Prompt');
    case 'project':
      return '';
    case 'version':
      return t('Version');
    case 'file':
      return t('File');
  }
}
