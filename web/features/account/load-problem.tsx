import { Alert, Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';

interface LoadProblemProps {
  readonly message: string;
  readonly onRetry: () => void;
}

/** Stands in place of a list that the server did not give. */
export function LoadProblem({ message, onRetry }: LoadProblemProps) {
  return (
    <Alert.Root
      status="warning"
      role="alert"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
    >
      <p>{message}</p>
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Alert.Root>
  );
}
