import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';

interface LoadProblemProps {
  readonly message: string;
  readonly onRetry: () => void;
}

/** Stands in place of a list that the server did not give. */
export function LoadProblem({ message, onRetry }: LoadProblemProps) {
  return (
    <div className="account-problem" role="alert">
      <p>{message}</p>
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
