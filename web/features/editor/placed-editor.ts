import { type OpenEditorOptions, openEditor } from './open-editor.ts';
import type { EditorListener, PlacedEditor } from './parked-editors.ts';
import type { SaveState } from './save-state.ts';

/**
 * Opens an editor in an element that is not on the page: it is laid out once, when it is put there. What scrolls is an
 * element inside, so that a parked editor stays where it was scrolled to.
 */
export function createPlacedEditor(
  options: Omit<OpenEditorOptions, 'element' | 'onState' | 'onLimit' | 'onReplaced'>,
): PlacedEditor {
  const element = document.createElement('div');
  element.className = 'editor-slot';
  const scroller = document.createElement('div');
  scroller.className = 'editor-scroller';
  element.append(scroller);
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
  return {
    editor,
    element,
    state: () => state,
    report(next) {
      listener = next;
    },
    close() {
      editor.close();
      element.remove();
    },
  };
}
