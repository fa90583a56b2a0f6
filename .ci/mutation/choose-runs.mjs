import { globSync } from 'node:fs';
import { root } from '../places.mjs';
import { areas, notMutated } from './areas.mjs';

/**
 * Returns the runs that the names ask for: of an area, or of a file or folder of one. Null: a name is none of them.
 * `files` is empty where the whole area is meant.
 * @param {readonly string[]} names
 * @returns {{ name: string, area: string, files: string[] }[] | null}
 */
export function chooseRuns(names) {
  if (names.length === 0) return Object.keys(areas).map(wholeArea);
  const runs = names.map((name) => (name in areas ? [wholeArea(name)] : runsOfPath(name.replace(/\/$/, ''))));
  return runs.every((found) => found.length > 0) ? runs.flat() : null;
}

function wholeArea(area) {
  return { name: area, area, files: [] };
}

function runsOfPath(path) {
  const runs = Object.keys(areas).flatMap((area) => {
    const files = filesOf(area).filter((file) => file === path || file.startsWith(`${path}/`));
    return files.length > 0 ? [{ name: path, area, files }] : [];
  });
  // One report a run: a folder with parts of several areas is none.
  return runs.length === 1 ? runs : [];
}

/** Returns the files of an area that are mutated. */
export function filesOf(area) {
  const exclude = notMutated.map((pattern) => pattern.slice(1));
  return globSync(areas[area].mutate, { cwd: root, exclude }).sort();
}
