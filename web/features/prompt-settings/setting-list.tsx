import { Box, chakra, Text } from '@chakra-ui/react';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { isJsonSetting } from '#shared/model/prompt-settings.ts';
import { shownSettings } from '#shared/text/settings/shown-settings.ts';

/** Shows settings for reading. */
export function SettingList({ settings }: { readonly settings: PromptSettings }) {
  return (
    <chakra.dl display="grid" gap="4">
      {shownSettings(settings).map(({ name, label, text }) => (
        <Box key={name} minW="0">
          <Text as="dt" textStyle="xs" fontWeight="medium" color="fg.muted">
            {label}
          </Text>
          <Text
            as="dd"
            mt="1"
            textStyle="sm"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            {...(isJsonSetting(name)
              ? { fontFamily: 'mono', fontVariantLigatures: 'none', textStyle: 'xs' }
              : {})}
          >
            {text}
          </Text>
        </Box>
      ))}
    </chakra.dl>
  );
}
