import { expect } from 'vitest';
import { asUser, type FormatSample, hostileYaml, notJson } from './format-sample.ts';

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const openWebui: FormatSample = {
  format: 'Open WebUI',
  path: 'prompts.json',
  make: (text) => json([{ command: '/a', title: 'A', content: text }]),
  samples: [
    {
      about: 'as the workspace exported them at first',
      files: {
        'prompts-export.json': json([
          {
            ...{ command: '/summary', user_id: 'u', title: 'Summary', timestamp: 1, access_control: {} },
            content: 'Sum up {{CLIPBOARD}}.',
          },
          { command: '/reply', title: 'Reply', content: 'Reply to {{name}}', user: { name: 'Ada' } },
        ]),
      },
      prompts: [
        { title: 'Summary', content: 'Sum up {{CLIPBOARD}}.', notes: ['/summary'] },
        { title: 'Reply', content: 'Reply to {{name}}', notes: ['/reply'] },
      ],
    },
    {
      about: 'with names and tags, as it exports them now',
      files: {
        'prompts.json': json([
          {
            id: 'x',
            command: 'plan',
            name: 'Plan',
            content: 'Plan.',
            tags: ['work'],
            is_active: true,
            meta: {},
          },
        ]),
      },
      prompts: [{ title: 'Plan', tags: ['work'] }],
    },
    {
      about: 'with variables that have types',
      files: {
        'typed.json': json([
          {
            command: 'typed',
            name: 'Typed',
            content:
              '{{tone | select:options=["warm","plain, short"]:default="warm"}} {{n | number}} {{x | text:default="a|b":required}} {{c | checkbox:label="Yes"}}',
          },
        ]),
      },
      prompts: [
        {
          content:
            '{{tone | select: warm, plain\\, short | default: warm}} {{n | number}} {{x | default: a\\|b}} {{c | checkbox:label="Yes"}}',
          remarks: [
            'Code of a template that has no equal here stays as it is written: {{c | checkbox:label="Yes"}}.',
          ],
        },
      ],
    },
    {
      about: 'with an entry that is none',
      files: { 'odd.json': json([{ command: 'a', name: 'A', content: 'Text' }, { command: 'b' }, null]) },
      prompts: [{ title: 'A', content: 'Text' }],
      refused: ['This entry is not a prompt of Open WebUI.', 'This entry is not a prompt of Open WebUI.'],
    },
    {
      about: 'alone',
      files: { 'one.json': json({ command: 'one', title: '', content: 'One', constructor: 1 }) },
      prompts: [{ title: 'one', content: 'One' }],
    },
  ],
  hostile: [
    ...notJson,
    ['no text', json([{ command: 'a', title: 'A', content: ' ' }]), 'This prompt has no text.'],
  ],
};

export const librechat: FormatSample = {
  format: 'LibreChat',
  path: 'preset.json',
  make: (text) => json({ presetId: 'p', title: 'A', endpoint: 'openAI', promptPrefix: text }),
  samples: [
    {
      about: 'as an exported preset',
      files: {
        'Ada.json': json({
          ...{ presetId: 'p1', title: 'Ada', endpoint: 'openAI', model: 'gpt-5', temperature: 0.4, top_p: 1 },
          ...{
            promptPrefix: 'Be {{tone:warm|plain}} to {{current_user}}.',
            chatGptLabel: 'A',
            user: 'u',
            _id: 'x',
          },
          ...{ resendFiles: true, tools: [], greeting: 'Hello', presence_penalty: null },
        }),
      },
      prompts: [
        {
          ...{ title: 'Ada', content: 'Be {{tone | select: warm, plain}} to {{current_user}}.' },
          settings: { model: 'gpt-5', temperature: 0.4, topP: 1 },
          notes: [expect.stringContaining('greeting: Hello')],
        },
      ],
    },
    {
      about: 'as a list of presets',
      files: {
        'presets.json': json([
          { presetId: '1', title: 'One', endpoint: 'anthropic', system: 'One.', maxOutputTokens: 9 },
          { presetId: '2', title: 'Two', endpoint: 'assistants', instructions: 'Two.', model: 'm' },
        ]),
      },
      prompts: [
        { title: 'One', content: 'One.', settings: { maxTokens: 9 } },
        { title: 'Two', content: 'Two.', settings: { model: 'm' } },
      ],
    },
    {
      about: 'as groups of prompts from the API',
      files: {
        'groups.json': json({
          promptGroups: [
            {
              ...{ _id: 'g', name: 'Review', category: 'code', oneliner: 'Reviews', command: 'review' },
              productionPrompt: { prompt: 'Review {{code}}.', type: 'text' },
            },
          ],
          pageNumber: '1',
        }),
      },
      prompts: [
        { title: 'Review', content: 'Review {{code}}.', tags: ['code'], notes: ['Reviews', '/review'] },
      ],
    },
    {
      about: 'as a prompt that the API takes',
      files: { 'new.json': json({ prompt: { prompt: 'New.', type: 'text' }, group: { name: 'New one' } }) },
      prompts: [{ title: 'New one', content: 'New.' }],
    },
    {
      about: 'with an entry that is none, and one without a text',
      files: {
        'odd.json': json([
          { presetId: '1', title: 'One', endpoint: 'x', promptPrefix: 'One.' },
          { endpoint: 'x' },
          { presetId: '3', endpoint: 'x', promptPrefix: '' },
        ]),
      },
      prompts: [{ title: 'One' }],
      refused: ['This entry is not a prompt of LibreChat.', 'This prompt has no text.'],
    },
  ],
  hostile: notJson,
};

export const prompthub: FormatSample = {
  format: 'PromptHub',
  path: 'head.json',
  make: (text) =>
    json({ data: { formatted_request: { model: 'm', messages: [{ role: 'user', content: text }] } } }),
  read: asUser,
  samples: [
    {
      about: 'as the API gives the head of a project',
      files: {
        'head.json': json({
          data: {
            ...{
              id: 1,
              provider: 'OpenAI',
              model: 'gpt-4o',
              prompt: 'Sell {{product}}.',
              commit_title: 'First',
            },
            formatted_request: {
              ...{ model: 'gpt-4o', temperature: 0.5, max_tokens: 100 },
              messages: [
                { role: 'system', content: 'Be honest.' },
                { role: 'user', content: 'Sell {{product}}.' },
              ],
            },
            variables: { product: 'tea', other: null },
            project: { id: 2, name: 'Sales' },
          },
          status: 'OK',
          code: 200,
        }),
      },
      prompts: [
        {
          ...{ title: 'Sales', content: '--- system ---\nBe honest.\n\n--- user ---\nSell {{product}}.' },
          ...{ settings: { model: 'gpt-4o', temperature: 0.5, maxTokens: 100 }, notes: ['First'] },
          valueSets: [['Default', { product: 'tea' }]],
        },
      ],
    },
    {
      about: 'with a text alone',
      files: { 'text.json': json({ formatted_request: { model: 'm' }, prompt: 'Text', name: 'T' }) },
      prompts: [{ title: 'T', content: 'Text' }],
    },
    {
      about: 'with a system message beside its text',
      files: { 's.json': json({ formatted_request: {}, prompt: 'Text', system_message: 'Sys' }) },
      prompts: [{ title: 's', content: '--- system ---\nSys\n\n--- user ---\nText' }],
    },
    {
      about: 'as a request to Anthropic',
      files: {
        'a.json': json([
          {
            formatted_request: { system: 'Sys', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 },
            title: 'A',
          },
        ]),
      },
      prompts: [
        { title: 'A', content: '--- system ---\nSys\n\n--- user ---\nHi', settings: { maxTokens: 5 } },
      ],
    },
    {
      about: 'with an entry that has no text',
      files: {
        'odd.json': json({ data: [{ formatted_request: {}, prompt: 'Text' }, { formatted_request: {} }] }),
      },
      prompts: [{ content: 'Text' }],
      refused: ['This prompt has no text.'],
    },
  ],
  hostile: notJson,
};

export const espanso: FormatSample = {
  format: 'espanso',
  path: 'match/base.yml',
  make: (text) => `matches:\n  - trigger: ":a"\n    replace: ${JSON.stringify(text)}\n`,
  samples: [
    {
      about: 'with texts, labels and lists of triggers',
      files: {
        'match/base.yml':
          'matches:\n  - trigger: ":hi"\n    label: Greeting\n    replace: |\n      Hello\n      you\n  - triggers: [":a", ":b"]\n    replace: A\n  - regex: ":x(\\\\d+)"\n    replace: X\n',
      },
      prompts: [
        { title: 'Greeting', content: 'Hello\nyou\n' },
        { title: ':a', content: 'A' },
        { title: ':x(\\d+)', content: 'X' },
      ],
    },
    {
      about: 'with forms',
      files: {
        'forms.yml':
          'matches:\n  - trigger: ":f"\n    form: "Write [[what]] in [[tone]]. [[what]]"\n    form_fields:\n      what: { multiline: true, default: a poem }\n      tone: { type: choice, values: [warm, plain] }\n',
      },
      prompts: [
        {
          content: 'Write {{what | textarea | default: a poem}} in {{tone | select: warm, plain}}. {{what}}',
        },
      ],
    },
    {
      about: 'with values of programs',
      files: {
        'vars.yml':
          'matches:\n  - trigger: ":d"\n    replace: "It is {{today}}"\n    vars:\n      - { name: today, type: date, params: { format: "%d" } }\n',
      },
      prompts: [
        {
          content: 'It is {{today}}',
          remarks: ['Values that a program fills in are not imported: today.'],
        },
      ],
    },
    {
      about: 'with unknown fields and Markdown',
      files: {
        'more.yml': 'global_vars: []\nmatches:\n  - { trigger: ":m", markdown: "**B**", later: { a: 1 } }\n',
      },
      prompts: [{ content: '**B**' }],
    },
    {
      about: 'with a picture alone, which is named',
      files: {
        'p.yml': 'matches:\n  - { trigger: ":t", replace: T }\n  - { trigger: ":p", image_path: a.png }\n',
      },
      prompts: [{ content: 'T' }],
      refused: ['This prompt has no text.'],
    },
  ],
  hostile: hostileYaml((yaml) => `matches:\n  - trigger: ":a"\n    replace: A\n${yaml}\n`),
};

export const csv: FormatSample = {
  format: 'CSV',
  path: 'prompts.csv',
  make: (text) => `Title,Prompt Text\r\nA,"${text.replaceAll('"', '""')}"\r\n`,
  samples: [
    {
      about: 'of an extension with teasers and topics',
      files: {
        'aiprm.csv':
          'Title,Teaser,Topic,Activity,Prompt Hint,Prompt\r\nReply,Replies,Mail,Write,Paste it,"Reply to [PROMPT]\r\nkindly"\r\n',
      },
      prompts: [
        {
          ...{ title: 'Reply', project: 'Mail', content: 'Reply to [PROMPT]\r\nkindly', tags: ['Write'] },
          notes: ['Replies'],
        },
      ],
    },
    {
      about: 'with names in one word',
      files: { 'a.csv': '\ufeffpromptTitle;promptText;folderName\nA;B;C\n' },
      prompts: [{ title: 'A', content: 'B', project: 'C' }],
    },
    {
      about: 'of a list of roles',
      files: { 'roles.csv': '"act","prompt","for_devs"\n"Poet","Write ""poems"".",FALSE\n' },
      prompts: [{ title: 'Poet', content: 'Write "poems".' }],
    },
    {
      about: 'as JSON of an extension',
      files: {
        'e.json': JSON.stringify({ version: 2, snippets: [{ name: 'S', keyword: 's', text: 'Text' }] }),
      },
      prompts: [{ title: 'S', content: 'Text' }],
    },
    {
      about: 'with a row that has no text',
      files: { 'b.csv': 'shortcut,expansion\n;a,A\n;b,\n' },
      prompts: [{ title: ';a', content: 'A' }],
      refused: ['This row has no text.'],
    },
  ],
  hostile: [['an open quote', 'prompt\n"a', 'A quote in line {line, number} is never closed.']],
};
