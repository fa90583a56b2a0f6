import { useState } from 'react';
import { LuFlaskConical } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Run } from '#shared/model/run/run.ts';
import { useKeptRequest } from '../../../ui/hooks/use-kept-request.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CaseForm } from './case-form.tsx';
import { caseOfRun } from './case-of-run.ts';

/** Opens the form of a new case with what a run was given, and a check that its answer is met again. */
export function MakeCaseButton({ run }: { readonly run: Run }) {
  // As it was at the press: a run that is kept or rated meanwhile would begin the form afresh, without what was typed.
  const [request, setRequest] = useState<Run | null>(null);
  const { shown, opening } = useKeptRequest(request);
  return (
    <>
      <IconButton
        icon={<LuFlaskConical />}
        label={t('Make this a case')}
        aria-haspopup="dialog"
        onClick={() => setRequest(run)}
      />
      {shown !== null && (
        <CaseForm
          key={opening}
          promptId={shown.promptId}
          test={null}
          draft={caseOfRun(shown)}
          names={[]}
          open={request !== null}
          onClose={() => setRequest(null)}
        />
      )}
    </>
  );
}
