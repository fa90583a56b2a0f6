import { Box, Button, Flex } from '@chakra-ui/react';
import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import type { AppUpdate } from '../session/app-update.ts';

export function UpdateOffer({ update }: { readonly update: AppUpdate }) {
  const state = useSyncExternalStore(update.subscribe, update.state);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <Box
      as="section"
      position="fixed"
      bottom="4"
      insetStart="4"
      maxW="calc(100vw - {spacing.8})"
      zIndex="overlay"
      aria-label={t('Update')}
    >
      {/* There before it has any text. */}
      <div role="status" aria-label={t('Update')}>
        {(state === 'failed' || (state !== 'none' && !isPutOff)) && (
          <Flex
            wrap="wrap"
            align="center"
            columnGap="4"
            rowGap="2"
            py="2.5"
            ps="4"
            pe="3"
            borderWidth="1px"
            borderRadius="lg"
            bg="bg.panel"
            boxShadow="md"
            textStyle="sm"
          >
            <p>
              {state === 'failed'
                ? t(
                    'The new version of Promptory did not start. What you wrote is kept: close all tabs of Promptory and open it again.',
                  )
                : t('A new version of Promptory is ready.')}
            </p>
            <Flex gap="1">
              {state === 'ready' && (
                <Button size="sm" variant="ghost" onClick={() => setIsPutOff(true)}>
                  {t('Later')}
                </Button>
              )}
              <Button
                size="sm"
                variant="solid"
                loading={state === 'taking'}
                loadingText={t('Updating...')}
                onClick={update.take}
              >
                {state === 'failed' ? t('Try again') : t('Update')}
              </Button>
            </Flex>
          </Flex>
        )}
      </div>
    </Box>
  );
}
