import { Component, type ErrorInfo, type ReactNode, useRef, useState } from 'react';
import { LuLifeBuoy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../copy-text.ts';
import { BareScreen } from './bare-screen.tsx';
import { errorDetails } from './error-details.ts';

export interface ErrorScreenProps {
  readonly error: unknown;
  /** The place in the tree of components, if that is known. */
  readonly componentStack?: string | undefined;
  onTryAgain(): void;
}

/** A screen broke. What was written is in the local database, and nothing here touches it. */
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
    <BareScreen
      icon={<LuLifeBuoy />}
      title={t('This screen stopped working')}
      actions={
        <>
          <button
            type="button"
            className="bare-screen-action"
            data-tone="primary"
            onClick={() => location.reload()}
          >
            {t('Reload')}
          </button>
          <button type="button" className="bare-screen-action" onClick={onTryAgain}>
            {t('Try again')}
          </button>
          <button type="button" className="bare-screen-action" onClick={copy}>
            {copied === 'yes' ? t('Details copied') : t('Copy details')}
          </button>
        </>
      }
      details={
        <details className="bare-screen-details" open={copied === 'refused' || undefined}>
          <summary>{t('What happened')}</summary>
          <pre ref={report}>{details}</pre>
        </details>
      }
    >
      {t('Your prompts are safe: what you wrote is kept on this device. Reloading brings you back to it.')}
    </BareScreen>
  );
}

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
