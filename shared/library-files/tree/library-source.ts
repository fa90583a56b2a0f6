import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';

export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/**
 * The rows that are written, whole library or part of it, each list oldest first, so that a row keeps its file's name
 * in later exports. Nothing is read before it is needed.
 */
export type LibrarySource = {
  projects(): Rows<Project>;
  prompts(project: Project): Rows<Prompt>;
  versions(prompt: Prompt): Rows<Version>;
  keptRuns(prompt: Prompt): Rows<KeptRun>;
  testCases(prompt: Prompt): Rows<TestCase>;
  resources(project: Project): Rows<Resource>;
  /** The bytes of a file; undefined where they are not here. */
  bytes(resource: Resource): Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined>;
};
