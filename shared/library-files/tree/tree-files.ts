/** Names the files of the tree, and the kinds by which their YAML begins. */

export const libraryFile = 'library.yaml';
export const projectFile = 'project.yaml';
/** The list of a project's uploaded files, and the folder that they lie in. */
export const resourceList = 'files.yaml';
export const resourceFolder = 'files';
export const versionFolder = 'versions';
export const runFolder = 'runs';
export const caseFolder = 'cases';
export const notesFile = 'notes.yaml';
export const valuesFile = 'values.yaml';
export const labelsFile = 'labels.yaml';
export const originalEnd = '.original.md';

/** A file of the tree says what it is; a number that is larger is of a newer version of the app. */
export const marker = 'promptory';
export const treeVersion = 1;
