/**
 * The scenarios of `@modelcontextprotocol/conformance`: those that must pass, and those that are of no use here, with the
 * reason. Each tests a server that was written for it, with prompts, files and tools of certain names; `namesHere` says
 * what they are called in the library that `mcp-conformance.ts` makes.
 */

export const passing: readonly string[] = [
  'server-initialize',
  'ping',
  'completion-complete',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'dns-rebinding-protection',
];

const noLogging = 'the server offers no logging: it sends nothing but answers and list_changed';
const textOnly = 'the tools answer with texts and structured content alone';
const noRequests = 'the server asks its clients for nothing: a message is answered without a session';
const noSubscriptions = 'the server does not offer subscriptions to a single file';
const promptsAreTexts = 'a prompt of a library is text, without pictures and files';

export const notApplying: Readonly<Record<string, string>> = {
  'logging-set-level': noLogging,
  'tools-call-with-logging': noLogging,
  'tools-call-image': textOnly,
  'tools-call-audio': textOnly,
  'tools-call-embedded-resource': textOnly,
  'tools-call-mixed-content': textOnly,
  'tools-call-with-progress': 'no tool takes long enough to report progress',
  'tools-call-sampling': noRequests,
  'tools-call-elicitation': noRequests,
  'elicitation-sep1034-defaults': noRequests,
  'elicitation-sep1330-enums': noRequests,
  'json-schema-2020-12': 'it wants one certain schema in the list of tools',
  'resources-subscribe': noSubscriptions,
  'resources-unsubscribe': noSubscriptions,
  'prompts-get-embedded-resource': promptsAreTexts,
  'prompts-get-with-image': promptsAreTexts,
};

/** A project, a prompt of one text and one of two variables, and three files. */
export const fixtures = {
  project: { id: 100, name: 'Conformance' },
  prompts: [
    { id: 101, title: 'test_simple_prompt', content: 'This is a simple prompt for testing.', projectId: 100 },
    {
      id: 102,
      title: 'test_prompt_with_arguments',
      content: "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'",
      projectId: 100,
    },
  ],
} as const;

type Message = { method?: unknown; params?: Record<string, unknown> | undefined };

/** Returns a message of the tool with the names that things have here. `files`: the ids of the text and the picture. */
export function withNamesHere(message: Message, files: { text: number; picture: number }): Message {
  const { params } = message;
  if (params === undefined) return message;
  const at = (more: Record<string, unknown>) => ({ ...message, params: { ...params, ...more } });
  const prompts: string[] = fixtures.prompts.map(({ title }) => title);
  switch (message.method) {
    case 'prompts/get':
      return prompts.includes(String(params.name)) ? at({ name: `Conformance/${params.name}` }) : message;
    case 'completion/complete': {
      const ref = { type: 'ref/prompt', name: 'Conformance/test_prompt_with_arguments' };
      return at({ ref });
    }
    case 'resources/read': {
      const known: Record<string, number> = {
        'test://static-text': files.text,
        'test://static-binary': files.picture,
        'test://template/123/data': files.text,
      };
      const id = known[String(params.uri)];
      return id === undefined ? message : at({ uri: `promptory://files/${id}` });
    }
    case 'tools/call': {
      if (params.name === 'test_simple_text')
        return at({ name: 'search_prompts', arguments: { query: 'simple' } });
      return params.name === 'test_error_handling' ? at({ name: 'read_prompt', arguments: {} }) : message;
    }
    default:
      return message;
  }
}
