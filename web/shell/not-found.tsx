import { Button } from '@chakra-ui/react';
import { LuFileQuestion } from 'react-icons/lu';
import { Link } from 'react-router';
import { t } from '#shared/language/translate.ts';
import { BareScreen } from '../ui/boundary/bare-screen.tsx';

export function NotFound() {
  return (
    <BareScreen
      icon={<LuFileQuestion />}
      title={t('404 Page Not Found')}
      actions={
        <Button size="lg" variant="solid" asChild>
          <Link to="/">{t('Back to the workspace')}</Link>
        </Button>
      }
    >
      <title>{t('404 Page Not Found · Promptory')}</title>
      {t('Did you forget to add the page to the router?')}
    </BareScreen>
  );
}
