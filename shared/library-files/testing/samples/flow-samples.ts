import { asUser, type FormatSample } from './format-sample.ts';

const flow = (more = '') =>
  [
    'inputs:\n  question: { type: string, default: Why? }\n  chat_history: { type: list, default: [] }',
    'nodes:\n- name: answer\n  type: llm\n  source: { type: code, path: answer.jinja2 }\n  inputs:',
    `    deployment_name: gpt-4o\n    temperature: 0.2\n    max_tokens: 64\n    question: $${'{'}inputs.question}`,
    '    tone: warm\n  connection: c\n  api: chat',
    '- name: look\n  type: python\n  source: { type: code, path: look.py }',
    more,
  ].join('\n');

export const promptflow: FormatSample = {
  format: 'Prompt flow',
  path: 'prompts/answer.jinja2',
  make: (text) => `user:\n${text}`,
  read: asUser,
  samples: [
    {
      about: 'with the templates that its steps name',
      files: {
        'flow/flow.dag.yaml': flow(
          '- name: lost\n  type: prompt\n  source: { type: code, path: ../../lost.jinja2 }\n',
        ),
        'flow/answer.jinja2': '# system:\nBe {{tone}}.\n\n# user:\n{{question}}\n',
      },
      prompts: [
        {
          ...{
            title: 'answer',
            project: 'flow',
            content: '--- system ---\nBe {{tone}}.\n\n--- user ---\n{{question}}',
          },
          settings: { model: 'gpt-4o', temperature: 0.2, maxTokens: 64 },
          valueSets: [['Default', { question: 'Why?', tone: 'warm' }]],
          remarks: ['Steps of this flow that are no prompts: look.'],
        },
      ],
      refused: ['The file that it names is not among the files.'],
    },
    {
      about: 'with a loop over the messages so far',
      files: {
        'chat.jinja2':
          'system:\nHelp.\n{% for item in chat_history %}\nuser:\n{{item.inputs.question}}\nassistant:\n{{item.outputs.answer}}\n{% endfor %}\nuser:\n{{question}}\n',
      },
      prompts: [
        {
          content: '--- system ---\nHelp.\n\n--- user ---\n{{chat_history}}\n\n--- user ---\n{{question}}',
          remarks: ['The place for other messages "chat_history" is a message with a variable here.'],
        },
      ],
    },
    {
      about: 'with roles in other blocks, which stay text',
      files: { 'if.jinja2': '{% if a %}\nuser:\n{{a}}\n{% endif %}\n' },
      prompts: [
        {
          content: '{% if a %}\nuser:\n{{a}}\n{% endif %}\n',
          remarks: [
            'Code of a template that has no equal here stays as it is written: {% if a %}, {% endif %}.',
            'Roles inside of a block of a template stay text: this prompt is no chat here.',
          ],
        },
      ],
    },
    {
      about: 'without roles, with a raw part and comments',
      files: { 'raw.prompt.j2': '{# of mail #}{% raw %}{{not}}{% endraw %} {{- is -}} {{ "{{" }}' },
      prompts: [
        {
          ...{ title: 'raw', content: '\\{{not}}{{is}}{{', notes: ['of mail'] },
          remarks: ['Braces that are not variables get a backslash before them.'],
        },
      ],
    },
    {
      about: 'beside a template that no step names',
      files: { 'flow/flow.dag.yaml': flow(), 'flow/answer.jinja2': 'A', 'flow/other.jinja': 'B' },
      prompts: [
        { title: 'answer', content: 'A' },
        { title: 'other', content: 'B' },
      ],
    },
  ],
  hostile: [['an empty template', ' \n', 'This file is empty.']],
};
