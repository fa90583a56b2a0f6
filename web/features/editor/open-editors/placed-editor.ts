import type { SaveState } from '../binding/save-state.ts';
import { createEditorSlot, hideSlot } from './editor-slot.ts';
import { type OpenEditorOptions, openEditor } from './open-editor.ts';
import type { EditorListener, PlacedEditor, ShownEditor } from './parked-editors.ts';

/** Opens an editor in an element that is not on the page: it is laid out once, when it is put there. */
export function createPlacedEditor(
  options: Omit<OpenEditorOptions, 'element' | 'onState' | 'onLimit' | 'onReplaced'>,
): PlacedEditor {
  const { element, scroller } = createEditorSlot();
  let state: SaveState = { kind: 'saved' };
  let listener: EditorListener = {};
  const editor = openEditor({
    ...options,
    element: scroller,
    onState(next) {
      state = next;
      listener.onState?.(next);
    },
    onLimit: (direction) => listener.onLimit?.(direction),
    onReplaced: () => listener.onReplaced?.(),
  });
  let shown: ShownEditor = { phase: 'open', editor, state };
  return {
    editor,
    element,
    state: () => state,
    shown() {
      if (shown.state !== state) shown = { phase: 'open', editor, state };
      return shown;
    },
    report(next) {
      listener = next;
    },
    close() {
      // A focus that was in it counts as left here, and not as moved by the person.
      hideSlot(element);
      editor.close();
      element.remove();
    },
  };
}
