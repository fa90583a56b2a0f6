import { Button } from '@chakra-ui/react';
import { LuFileOutput } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { type CaseFormat, caseFormats } from '#shared/library-files/formats/cases/write-cases.ts';
import { promptOf } from '../../../../data/queries/queries.ts';
import { useLibrary } from '../../../../session/open-library-context.ts';
import { Menu, MenuItem } from '../../../../ui/menu/menu.tsx';
import { useNotify } from '../../../../ui/provider.tsx';
import { saveBlob } from '../../../../ui/save-file.ts';
import { writtenCases } from './case-files-thread.ts';

/** Writes the cases of a prompt as a file of a tool. */
export function ToFile({ promptId }: { readonly promptId: number }) {
  const library = useLibrary();
  const notify = useNotify();

  async function save(format: CaseFormat): Promise<void> {
    const prompt = await promptOf(library, promptId);
    const blob = await writtenCases(library, promptId, format);
    if (blob === null) return notify({ title: t('The file could not be written'), kind: 'destructive' });
    saveBlob(document, { name: `${plainName(prompt?.title ?? '')}${endings[format]}`, blob });
  }

  return (
    <Menu
      trigger={
        <Button>
          <LuFileOutput />
          {t('To a file…')}
        </Button>
      }
    >
      {caseFormats.map((format) => (
        <MenuItem key={format} onSelect={() => void save(format)}>
          {names()[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}

const endings: Readonly<Record<CaseFormat, string>> = {
  csv: '-tests.csv',
  jsonl: '-tests.jsonl',
  promptfoo: '-tests.yaml',
  langfuse: '-langfuse.jsonl',
};

const names = (): Readonly<Record<CaseFormat, string>> => ({
  csv: t('CSV (promptfoo)'),
  jsonl: t('JSON lines (promptfoo)'),
  promptfoo: t('YAML (promptfoo)'),
  langfuse: t('JSON lines (Langfuse dataset)'),
});

/** Returns a name that every system takes. */
function plainName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'cases';
}
