/** Words the prompts of the sample project; each shows in a line what a prompt can have. */
import { t } from '#shared/language/translate.ts';

export type SamplePrompt = {
  readonly title: string;
  readonly content: string;
  readonly tag?: string;
  readonly note?: string;
  readonly valueSets?: readonly {
    readonly name: string;
    readonly values: Readonly<Record<string, string>>;
  }[];
  /** The last one has the current text. */
  readonly versions?: readonly {
    readonly content: string;
    readonly description: string;
    readonly label: string;
  }[];
};

export const sampleName = () => t('Sample project');

/** In the resources of the project. */
export const sampleFile = () => ({
  name: t('opening-hours.md'),
  text: t('Monday to Friday: 9 to 18\n\nSaturday: 10 to 14\n'),
});

/** The first one is opened. */
export const samplePrompts = (): readonly SamplePrompt[] => [
  withValueSets(),
  withVersions(),
  { title: t('House style'), content: t('Write short sentences. Say "you". No exclamation marks.') },
  {
    title: t('Reply to a customer'),
    content: `--- system ---\n${t('You answer the customers of a small shop.')}\n\n{{> ${sampleName()}/${t('House style')}}}\n\n--- user ---\n{{question}}\n`,
  },
  {
    title: t('Plan a week'),
    content: t('Put these tasks into an order for one week, and say which can wait.\n\n{tasks}\n'),
    tag: t('planning'),
    note: t('Works best with at most ten tasks.'),
  },
  {
    title: t('Answer from a file'),
    content: t(
      'Answer the question from the opening hours alone. They are the file in the resources of this project.\n\nOpening hours:\n\n{opening_hours}\n\nQuestion: {question}\n',
    ),
  },
];

function withValueSets(): SamplePrompt {
  return {
    title: t('Answer with sources'),
    content: t(
      'You answer questions about {product} from the documents below.\n\n## Rules\n\n- Quote the passage that you rely on.\n- Say **I do not know** when the documents do not say it.\n- Answer in {language}, in at most three sentences.\n\n## Documents\n\n{documents}\n',
    ),
    valueSets: [
      {
        name: t('Coffee machine'),
        values: {
          product: t('the coffee machine'),
          language: t('English'),
          documents: t('Descale the machine every three months.'),
        },
      },
      {
        name: t('Bicycle'),
        values: {
          product: t('the bicycle'),
          language: t('French'),
          documents: t('Oil the chain after each ride in the rain.'),
        },
      },
    ],
  };
}

function withVersions(): SamplePrompt {
  const content = t(
    'Summarise the thread for someone who joins today.\n\n1. What was decided, and by whom.\n2. What is open, with the next step.\n3. What was considered and left.\n\nThread:\n\n{thread}\n',
  );
  return {
    title: t('Summarise a thread'),
    content,
    versions: [
      {
        content: t('Summarise the thread in three sentences.\n\nThread:\n\n{thread}\n'),
        description: t('The first that worked'),
        label: 'production',
      },
      { content, description: t('Says who decided what'), label: 'staging' },
    ],
  };
}
