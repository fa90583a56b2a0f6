import { type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import './source-editor.css';
import { createSourceEditor, type SourceChange, type SourceEditor } from './source-editor.ts';

export type SourceEditorViewProps = {
  readonly ref?: Ref<SourceEditor | null>;
  /** Which text this is: another key makes a new editor, the same key keeps it whatever else changes. */
  readonly docKey: string | number;
  /** The text that a new editor starts with. Later texts go in through the ref's `setText`. */
  readonly text: string;
  readonly label: string;
  readonly description?: string;
  readonly editable?: boolean;
  readonly className?: string;
  onChange(change: SourceChange): void;
  onSelectionChange?(): void;
  onFocus?(): void;
  onBlur?(): void;
  onKeyDown?(event: KeyboardEvent): boolean;
  onUndo?(): void;
  onRedo?(): void;
};

/** A place for the source editor on a page. Typing never renders it: the text lives in the editor alone. */
export function SourceEditorView(props: SourceEditorViewProps) {
  return <EditorOfOneText key={props.docKey} {...props} />;
}

function EditorOfOneText(props: SourceEditorViewProps) {
  const { ref, label, description, editable = true, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<SourceEditor>(null);

  const create = useEffectEvent((element: HTMLElement) =>
    createSourceEditor({
      element,
      text: props.text,
      label,
      ...(description === undefined ? {} : { description }),
      editable,
      onChange: (change) => onChange(change),
      onSelectionChange: () => onSelectionChange(),
      onFocus: () => onFocus(),
      onBlur: () => onBlur(),
      onKeyDown: (event) => onKeyDown(event),
      onUndo: () => onUndo(),
      onRedo: () => onRedo(),
    }),
  );
  const onChange = useEffectEvent((change: SourceChange) => props.onChange(change));
  const onSelectionChange = useEffectEvent(() => props.onSelectionChange?.());
  const onFocus = useEffectEvent(() => props.onFocus?.());
  const onBlur = useEffectEvent(() => props.onBlur?.());
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => props.onKeyDown?.(event) ?? false);
  const onUndo = useEffectEvent(() => props.onUndo?.());
  const onRedo = useEffectEvent(() => props.onRedo?.());

  useLayoutEffect(() => {
    if (place.current === null) return;
    const created = create(place.current);
    editor.current = created;
    return () => {
      editor.current = null;
      created.destroy();
    };
  }, []);

  useLayoutEffect(() => editor.current?.setEditable(editable), [editable]);
  useImperativeHandle<SourceEditor | null, SourceEditor | null>(ref, () => editor.current, []);

  return <div ref={place} className={className} />;
}
