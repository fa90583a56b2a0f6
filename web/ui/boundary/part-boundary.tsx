import { Button } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import { LuLifeBuoy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { EmptyState } from '../empty-state.tsx';

export interface PartBoundaryProps {
  /** The name of the part, as its heading has it. */
  readonly part: string;
  readonly children: ReactNode;
  /** Called when the part throws: whatever opens it at each start is to be forgotten. */
  readonly onError?: () => void;
}

/** Sets a part aside that throws: it is named and can be tried again, and everything around it goes on. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          compact
          icon={<LuLifeBuoy />}
          title={t('“{part}” stopped working', { part: this.props.part })}
          action={
            <Button size="sm" onClick={() => this.setState({ hasFailed: false })}>
              {t('Try again')}
            </Button>
          }
        >
          {t('Everything else can be used.')}
        </EmptyState>
      </div>
    );
  }
}
