import { expect } from 'vitest';
import { asSystem, asUser, type FormatSample, hostileYaml } from './format-sample.ts';

const frontMatter = (yaml: string) => `---\n${yaml}\n---\nsystem:\nHi\n`;

export const prompty: FormatSample = {
  format: 'Prompty',
  path: 'mail/reply.prompty',
  make: (text) => `---\nname: Reply\n---\nuser:\n${text}`,
  read: asUser,
  samples: [
    {
      about: 'of the first version',
      files: {
        'mail/reply.prompty': [
          '---\nname: Answer a letter\ndescription: Answers\nauthors: [Ada]\ntags: [mail, work]\nmodel:\n  api: chat',
          '  configuration:\n    type: azure_openai\n    azure_deployment: gpt-small\n    api_key: 12345',
          '  parameters: { max_tokens: 300, temperature: 0.2, stop: [END], logit_bias: null }',
          'sample:\n  letter: Where is my parcel?\n---\nsystem:\nBe kind to {{ name | default("a guest") }}.\n',
          '# user:\n{{letter}}\n{# a thought #}\n',
        ].join('\n'),
      },
      prompts: [
        {
          ...{ title: 'Answer a letter', project: 'mail', tags: ['mail', 'work'] },
          content: `${asSystem('Be kind to {{name | default: a guest}}.')}\n\n${asUser('{{letter}}')}`,
          settings: { model: 'gpt-small', maxTokens: 300, temperature: 0.2, stop: ['END'] },
          valueSets: [['Sample', { letter: 'Where is my parcel?' }]],
          remarks: ['Keys of an API in this file are not imported.'],
        },
      ],
    },
    {
      about: 'of the second version',
      files: {
        'reply.prompty': [
          '---\nname: reply\nmodel:\n  id: gpt-large\n  provider: openai\n  options:\n    temperature: 0.7',
          '    maxOutputTokens: 50\n    additionalProperties: { seed: 4 }\ninputs:\n  - name: topic\n    kind: string',
          '    default: rain\n    example: snow\nmetadata: { tags: [v2] }\ntemplate: { format: { kind: mustache } }\n---',
          'system:\nWrite of {{{topic}}}.\n{{! short }}\n',
        ].join('\n'),
      },
      prompts: [
        {
          ...{ content: asSystem('Write of {{topic}}.'), tags: ['v2'] },
          settings: { model: 'gpt-large', temperature: 0.7, maxTokens: 50, seed: 4 },
          valueSets: [
            ['Default', { topic: 'rain' }],
            ['Sample', { topic: 'snow' }],
          ],
          remarks: [],
        },
      ],
    },
    {
      about: 'with a model in short, and no roles',
      files: { 'short.prompty': '---\nmodel: gpt-4o\ninputs:\n  a: 1\n---\n\nWrite {{a}} lines.\n' },
      prompts: [
        {
          ...{ title: 'short', content: '\nWrite {{a}} lines.\n', settings: { model: 'gpt-4o' } },
          valueSets: [['Default', { a: '1' }]],
        },
      ],
    },
    {
      about: 'without front matter',
      files: { 'bare.prompty': 'assistant:\n\nI am here.\n\nuser[name="Ada"]:\nGood.' },
      prompts: [{ content: '--- assistant ---\nI am here.\n\n--- user ---\nGood.' }],
    },
    {
      about: 'with code that has no equal',
      files: {
        'loop.prompty':
          '---\nunknown: [1, 2]\n---\nsystem:\n{% if polite %}Please.{% endif %} {{ name | upper }}\nuser:\n{{ question }}\n',
      },
      prompts: [
        {
          content: `${asSystem('{% if polite %}Please.{% endif %} {{ name | upper }}')}\n\n${asUser('{{ question }}')}`,
          notes: ['---\nunknown: [1, 2]\n---'],
          remarks: [
            'Code of a template that has no equal here stays as it is written: {% if polite %}, {% endif %}, {{ name | upper }}.',
          ],
        },
      ],
    },
  ],
  hostile: [
    ...hostileYaml(frontMatter),
    ['nothing at all', '', 'This prompt has no text.'],
    ['front matter alone', '---\nname: x\n---\n \n', 'This prompt has no text.'],
  ],
};

export const humanloop: FormatSample = {
  format: 'Humanloop',
  path: 'letters/welcome.prompt',
  make: (text) => `---\nmodel: gpt-4o\n---\n<user>\n${text}\n</user>\n`,
  read: asUser,
  samples: [
    {
      about: 'as it is pulled',
      files: {
        'letters/welcome.prompt': [
          '---\nmodel: gpt-4o\ntemperature: 0.7\nmax_tokens: -1\nprovider: openai\nendpoint: chat\n---',
          '<system>\n  Greet {{customer}}.\n    Twice.\n</system>\n\n<user>\n  {{question}}\n</user>\n',
        ].join('\n'),
      },
      prompts: [
        {
          ...{ title: 'welcome', project: 'letters', settings: { model: 'gpt-4o', temperature: 0.7 } },
          content: `${asSystem('Greet {{customer}}.\n  Twice.')}\n\n${asUser('{{question}}')}`,
        },
      ],
    },
    {
      about: 'with tools',
      files: {
        'tools.prompt': `---\nmodel: m\ntools: ${JSON.stringify([{ name: 'look', description: 'Looks', parameters: { type: 'object' } }])}\n---\n<system>\nLook.\n</system>`,
      },
      prompts: [
        { content: asSystem('Look.'), settings: { model: 'm', tools: expect.stringContaining('"look"') } },
      ],
    },
    {
      about: 'with a picture',
      files: {
        'picture.prompt':
          '<user>\n<text>\nWhat is it?\n</text>\n<image url="https://example.org/a.png" />\n</user>',
      },
      prompts: [
        {
          content: expect.stringContaining('<image url'),
          remarks: ['Code of a template that has no equal here stays as it is written: <text>, <image>.'],
        },
      ],
    },
    {
      about: 'with unknown fields, which stand in a note',
      files: { 'more.prompt': '---\nmodel: m\nwhatever: true\n---\n<assistant>\nYes.\n</assistant>\n' },
      prompts: [{ content: '--- assistant ---\nYes.', notes: ['---\nmodel: m\nwhatever: true\n---'] }],
    },
    {
      about: 'that is one of dotprompt',
      files: { 'other.prompt': '{{role "user"}}\nHi <user> {{name}}' },
      prompts: [{ content: asUser('Hi <user> {{name}}') }],
    },
  ],
  hostile: [
    ...hostileYaml((yaml) => `---\n${yaml}\n---\n<user>\nHi\n</user>\n`),
    ['an empty message', '<user>\n\n</user>', 'This prompt has no text.'],
  ],
};
