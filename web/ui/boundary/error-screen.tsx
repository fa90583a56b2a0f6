import { Button, ChakraProvider, chakra } from '@chakra-ui/react';
import { Component, type ErrorInfo, type ReactNode, useRef, useState } from 'react';
import { LuLifeBuoy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../copy-text.ts';
import { system } from '../theme/system.ts';
import { BareScreen } from './bare-screen.tsx';
import { errorDetails } from './error-details.ts';

export interface ErrorScreenProps {
  readonly error: unknown;
  /** The place in the tree of components, if that is known. */
  readonly componentStack?: string | undefined;
  onTryAgain(): void;
}

/**
 * A screen broke. What was written is in the local database, and nothing here touches it. It needs nothing around it, not
 * even the provider of Chakra: it also shows where that, or what is between them, is what failed.
 */
function ErrorScreen({ error, componentStack, onTryAgain }: ErrorScreenProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const report = useRef<HTMLPreElement>(null);
  const details = errorDetails(error, componentStack);

  async function copy(): Promise<void> {
    try {
      await copyText(window, details);
      setCopied('yes');
    } catch {
      setCopied('refused');
      if (report.current) window.getSelection()?.selectAllChildren(report.current);
    }
  }

  return (
    <ChakraProvider value={system}>
      <BareScreen
        icon={<LuLifeBuoy />}
        title={t('This screen stopped working')}
        actions={
          <>
            <Button size="lg" variant="solid" onClick={() => location.reload()}>
              {t('Reload')}
            </Button>
            <Button size="lg" onClick={onTryAgain}>
              {t('Try again')}
            </Button>
            <Button size="lg" onClick={copy}>
              {copied === 'yes' ? t('Details copied') : t('Copy details')}
            </Button>
          </>
        }
        details={
          <chakra.details
            width="full"
            mt="6"
            color="fg.muted"
            textStyle="sm"
            open={copied === 'refused' || undefined}
          >
            <chakra.summary width="fit-content" mx="auto" py="2" px="3" cursor="pointer">
              {t('What happened')}
            </chakra.summary>
            <Report ref={report}>{details}</Report>
          </chakra.details>
        }
      >
        {t('Your prompts are safe: what you wrote is kept on this device. Reloading brings you back to it.')}
      </BareScreen>
    </ChakraProvider>
  );
}

const Report = chakra('pre', {
  base: {
    mt: '2',
    maxH: '14rem',
    overflow: 'auto',
    p: '4',
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.subtle',
    color: 'fg',
    fontSize: 'xs',
    fontVariantLigatures: 'none',
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The id of the content. Another id forgets the failure; content that did not fail stays as it is. */
  readonly of?: number;
  readonly onError?: (error: unknown) => void;
}

type Caught = { readonly error: unknown; readonly componentStack?: string | undefined };

/** Stands around the whole app, and around whatever may fail without taking the rest along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly caught: Caught | undefined }> {
  override state: { readonly caught: Caught | undefined } = { caught: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.setState({ caught: { error, componentStack: info.componentStack ?? undefined } });
    this.props.onError?.(error);
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.of !== this.props.of && this.state.caught) this.setState({ caught: undefined });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? (
      <ErrorScreen {...caught} onTryAgain={() => this.setState({ caught: undefined })} />
    ) : (
      this.props.children
    );
  }
}
