/** Projects, prompts, versions and files, as a plain REST client reads and changes them. */
import { z } from 'zod';
import { TestCase } from '#shared/model/checks/test-case.ts';
import { Id } from '#shared/model/ids.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource, ResourceDescription, ResourceName } from '#shared/model/resource.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { UiState, UiStateValue } from '#shared/model/ui-state.ts';
import { Version } from '#shared/model/version.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { places } from '#shared/text/search-match.ts';
import { SearchText } from '../library/search.ts';
import { change, json, type Operation, type Operations } from './operation.ts';

const library = { tag: 'Library' } as const;

const Deleted = z.object({ id: Id });
const DeletedVersions = z.object({ message: z.string(), deletedCount: z.int().nonnegative() });
const FoundPrompt = z.object({
  ...{ id: Id, title: z.string(), content: z.string() },
  ...{ projectId: Id, projectName: z.string() },
  match: z.object({ place: z.enum(places), version: z.int().positive().nullable() }),
  excerpt: z.string(),
});

const FileForm = z.object({
  file: z.file(),
  name: ResourceName.optional(),
  description: ResourceDescription.optional(),
  id: Id.optional(),
});

const deleteVersions = change(mutations.deleteVersions, {
  summary: 'Delete versions of a prompt',
  description: 'One version at least is kept.',
  fromPath: ['promptId'],
  answer: DeletedVersions,
  problems: ['last_version'],
});

export const libraryOperations = {
  'GET /api/projects': {
    ...library,
    id: 'listProjects',
    summary: 'List projects',
    description: 'In the order of their creation; `position` has the own order of the person.',
    answers: { 200: json(z.array(Project)) },
  },
  'POST /api/projects': change(mutations.createProject, {
    summary: 'Create a project',
    description:
      'With the id that it is given, or one that the server draws. The same id again is the same project.',
    filledIn: ['id', 'color'],
    answer: Project,
  }),
  'PATCH /api/projects/:id': change(mutations.renameProject, {
    summary: 'Rename a project, or give it another color',
    description: 'The answer is the project as it is then.',
    fromPath: ['id'],
    answer: Project,
  }),
  'DELETE /api/projects/:id': change(mutations.deleteProject, {
    summary: 'Delete a project with everything in it',
    description: 'Prompts, versions and files go with it. What was changed since `seen` is spared.',
    fromPath: ['id'],
    answer: Deleted,
  }),
  'PUT /api/projects/:id/position': change(mutations.moveProject, {
    summary: 'Move a project in the own order',
    description: '`position` is the key of its place between two others.',
    fromPath: ['id'],
    answer: Project,
  }),
  'GET /api/projects/:id/prompts': {
    ...library,
    id: 'listPrompts',
    summary: 'List the prompts of a project',
    description: 'In the order of their creation, with their current texts and attributes, without versions.',
    answers: { 200: json(z.array(Prompt)) },
  },

  'POST /api/prompts': change(mutations.createPrompt, {
    summary: 'Create a prompt',
    description: 'With the id that it is given, or one that the server draws.',
    filledIn: ['id', 'content'],
    answer: Prompt,
  }),
  'GET /api/prompts/:id': {
    ...library,
    id: 'getPrompt',
    summary: 'Read a prompt',
    description: 'Its current text, notes and attributes. Its ETag is what If-Match takes.',
    answers: { 200: json(Prompt, ['ETag']) },
  },
  'PATCH /api/prompts/:id': change(mutations.updatePrompt, {
    summary: 'Change the title or the notes of a prompt',
    description: 'One of both at least. The text is changed by PATCH …/content.',
    fromPath: ['id'],
    answer: Prompt,
  }),
  'PUT /api/prompts/:id': change(mutations.saveVersion, {
    summary: 'Save a version of a prompt',
    description: 'Its text becomes the text of the prompt. An empty text changes nothing.',
    fromPath: ['promptId'],
    filledIn: ['id', 'description'],
    answer: Prompt.extend({ savedVersion: Version.optional() }),
    problems: ['id_taken'],
  }),
  'DELETE /api/prompts/:id': change(mutations.deletePrompt, {
    summary: 'Delete a prompt with all that is inside of it',
    description: 'A prompt that was changed since `seen` is spared.',
    fromPath: ['id'],
    answer: Deleted,
  }),
  'PATCH /api/prompts/:id/attributes': change(mutations.setAttributes, {
    summary: 'Change labels, value sets, tags, favourite mark or position of a prompt',
    description:
      'Only what is named is changed; each label, value set and tag on its own. A label that asks for proof moves with one, or with a reason.',
    fromPath: ['id'],
    answer: Prompt,
    problems: ['proof_missing'],
  }),
  'PUT /api/prompts/:id/project': change(mutations.movePrompt, {
    summary: 'Move a prompt to another project',
    description: 'Its versions, labels and value sets move with it.',
    fromPath: ['id'],
    answer: Prompt,
  }),
  'PATCH /api/prompts/:id/content': change(mutations.setContent, {
    summary: 'Change the text of a prompt without a version',
    description: 'An empty text changes nothing.',
    fromPath: ['id'],
    answer: Prompt,
  }),

  'GET /api/prompts/:id/versions': {
    ...library,
    id: 'listVersions',
    summary: 'List the versions of a prompt with their texts',
    description: 'The newest first.',
    answers: { 200: json(z.array(Version)) },
  },
  'DELETE /api/prompts/:id/versions/bulk-delete': deleteVersions,
  'POST /api/prompts/:id/versions/bulk': {
    ...deleteVersions,
    id: 'deleteVersionsByPost',
    description: 'For clients that send no body with DELETE: X-HTTP-Method-Override: DELETE is needed.',
    headers: [...(deleteVersions.headers ?? []), 'X-HTTP-Method-Override'],
    problems: [...(deleteVersions.problems ?? []), 'method_not_allowed'],
  },
  'PATCH /api/prompts/:id/versions/:versionId': change(mutations.editVersion, {
    summary: 'Change the text of a version',
    description: 'An empty text changes nothing.',
    fromPath: ['promptId', 'id'],
    answer: Version,
  }),
  'DELETE /api/prompts/:id/versions/:versionId': change(mutations.deleteVersion, {
    summary: 'Delete a version',
    description: 'The last version of a prompt stays: delete the prompt instead.',
    fromPath: ['promptId', 'id'],
    answer: Deleted,
  }),
  'POST /api/prompts/:id/versions/:versionId/review': change(mutations.reviewVersion, {
    summary: 'Mark the other side of a conflict as reviewed',
    description: 'The version that a merge has kept stays or goes, as the person decides.',
    fromPath: ['promptId', 'id'],
    answer: z.union([Version, Deleted]),
  }),

  'GET /api/prompts/:id/kept-runs': {
    ...library,
    id: 'listKeptRuns',
    summary: 'List the kept runs of a prompt',
    description: 'In the order in which they were run: what was sent, what came, and how a person rates it.',
    answers: { 200: json(z.array(KeptRun)) },
  },
  'POST /api/prompts/:id/kept-runs': change(mutations.keepRun, {
    summary: 'Keep a run of a prompt',
    description:
      'Under the id of the run: keeping it again changes nothing. What was sent and what came never change.',
    fromPath: ['promptId'],
    answer: KeptRun,
  }),
  'PATCH /api/prompts/:id/kept-runs/:runId': change(mutations.updateKeptRun, {
    summary: 'Change the rating or the note of a kept run',
    description: 'Only what is named is changed.',
    fromPath: ['promptId', 'id'],
    answer: KeptRun,
  }),
  'DELETE /api/prompts/:id/kept-runs/:runId': change(mutations.deleteKeptRun, {
    summary: 'Delete a kept run',
    description: 'One that was changed since `seen` is spared.',
    fromPath: ['promptId', 'id'],
    answer: Deleted,
  }),

  'GET /api/prompts/:id/cases': {
    ...library,
    id: 'listTestCases',
    summary: 'List the test cases of a prompt',
    description:
      'In the order of creation. `position` is a place in the own order of a person, by which they are sorted as texts; null: at its creation.',
    answers: { 200: json(z.array(TestCase)) },
  },
  'POST /api/prompts/:id/cases': change(mutations.createTestCase, {
    summary: 'Create a test case of a prompt',
    description:
      'Values for the variables of the prompt, and checks of the answer, which are assertions of promptfoo. `threshold`: the least score that passes, from 0 to 1; null: every check has to pass. Creating it again under its id changes nothing.',
    fromPath: ['promptId'],
    answer: TestCase,
  }),
  'PATCH /api/prompts/:id/cases/:caseId': change(mutations.updateTestCase, {
    summary: 'Change a test case',
    description: 'Only what is named is changed; values and checks are replaced as a whole.',
    fromPath: ['promptId', 'id'],
    answer: TestCase,
    problems: ['too_large'],
  }),
  'DELETE /api/prompts/:id/cases/:caseId': change(mutations.deleteTestCase, {
    summary: 'Delete a test case',
    description: 'One that was changed since `seen` is spared.',
    fromPath: ['promptId', 'id'],
    answer: Deleted,
  }),

  'GET /api/projects/:id/resources': {
    ...library,
    id: 'listResources',
    summary: 'List the files of a project',
    description: 'In the order of their creation: names, types and sizes, without bytes.',
    answers: { 200: json(z.array(Resource)) },
  },
  'POST /api/projects/:id/resources': addResource(),
  'PATCH /api/resources/:id': change(mutations.updateResource, {
    summary: 'Change the name or the description of a file',
    description: 'One of both at least. The bytes of a file never change.',
    fromPath: ['id'],
    answer: Resource,
  }),
  'DELETE /api/resources/:id': change(mutations.deleteResource, {
    summary: 'Delete a file',
    description: 'With its bytes, where no other file has the same.',
    fromPath: ['id'],
    answer: z.object({ id: Id, projectId: Id.optional() }),
  }),
  'GET /api/resources/:id/download': {
    ...library,
    id: 'downloadResource',
    summary: 'Download the bytes of a file',
    description: 'With `inline=1` a browser shows it where it can.',
    query: { inline: z.string().default('0') },
    headers: ['If-None-Match', 'Range', 'If-Range'],
    answers: {
      200: { description: 'The whole file.', content: { type: '*/*' }, headers: ofFiles() },
      206: {
        description: 'A part of it.',
        content: { type: '*/*' },
        headers: [...ofFiles(), 'Content-Range'],
      },
      304: { description: 'It is the one that the client has.', headers: ofFiles() },
      416: { description: 'The file has no such part.', headers: [...ofFiles(), 'Content-Range'] },
    },
    problems: ['bytes_missing'],
  },

  'GET /api/user/ui-state': {
    ...library,
    id: 'getUiState',
    summary: 'Read which prompts and projects are open',
    description: 'What the app remembers of the account, for all of its devices.',
    answers: {
      200: json(
        z.object({ open_prompt_ids: UiStateValue.optional(), expanded_project_ids: UiStateValue.optional() }),
      ),
    },
  },
  'PUT /api/user/ui-state': change(mutations.setUiState, {
    summary: 'Set which prompts or projects are open',
    description: 'Replaces one of both lists.',
    answer: UiState,
  }),
  'GET /api/search': {
    ...library,
    id: 'searchPrompts',
    summary: 'Search prompts and their versions',
    description:
      'Prompts that have all of these words, in any order and whatever the case, in their title, text, notes, tags or one of their versions; what stands in quotes is one word. At most 300: titles first, then texts, notes, tags and versions, and of each those with the query as it was typed. `match` says where, `excerpt` is of the text that matches.',
    query: { q: SearchText },
    answers: { 200: json(z.object({ prompts: z.array(FoundPrompt) })) },
    problems: ['invalid_fields'],
  },
} as const satisfies Operations;

function addResource(): Operation {
  const asJson = change(mutations.createResource, {
    summary: 'Add a file to a project',
    description:
      'As a form with its bytes, or as JSON: then the row comes first, and PUT /api/files/{sha256} takes the bytes.',
    fromPath: ['projectId'],
    filledIn: ['id', 'description'],
    answer: Resource,
    problems: ['file_too_large', 'invalid_file_type', 'storage_full'],
  });
  return { ...asJson, bodies: [{ schema: FileForm, type: 'multipart/form-data' }, ...(asJson.bodies ?? [])] };
}

function ofFiles() {
  return ['Accept-Ranges', 'Content-Disposition', 'ETag'] as const;
}
