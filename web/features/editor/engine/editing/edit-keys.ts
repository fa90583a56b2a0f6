import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { pressedKey } from '../../../../ui/keys/pressed-key.ts';
import type { TextIndex } from '../document/text-index.ts';
import { readSelection } from '../drawing/unread-selection.ts';
import { crossesLines, insertSource, selectEverything, selectedRange } from './edit-commands.ts';
import { runInput } from './input-commands.ts';
import { type EditKeyOptions, isSelectAll, runKey } from './key-commands.ts';

/**
 * Handles keys and input that the browser does not do well. Within one line (deleting a character as a person sees one,
 * moving, what an input method types) it is left to it. Whatever crosses lines is done here, because the browser would move elements
 * about that are not its own. The browser's own undo knows nothing of the text that was loaded or merged, so it never
 * happens: it is passed on.
 */
export function editKeys(options: EditKeyOptions): Plugin {
  const { index } = options;
  let leaving = false;

  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        readSelection(view);
        const done = runKey(event, { view, leaving }, options);
        // The first Escape gives Tab back to the browser and is no one else's; the next one closes what the editor is in.
        const key = pressedKey(event);
        if (key === 'Escape' && !leaving) event.stopPropagation();
        // Shift is on its way to Shift+Tab, which leaves backwards.
        if (key !== 'Shift') leaving = key === 'Escape';
        return done;
      },
      handleKeyPress: (view, event) => insertCharacter(view, event, index),
      handleTextInput: (view, from, to, text) => {
        const range = {
          from: index.positionInLine(view.state.doc, from),
          to: index.positionInLine(view.state.doc, to),
        };
        if (!crossesLines(view.state, range) && !/[\r\n]/.test(text)) return false;
        view.dispatch(insertSource(view.state, index, { range, text }));
        return true;
      },
      handleDOMEvents: {
        beforeinput: (view, event) => {
          if (!view.editable || !runInput(view, event, options)) return false;
          event.preventDefault();
          return true;
        },
        blur: () => {
          leaving = false;
          return false;
        },
        keydown: (view, event) => {
          // A text that cannot be edited gets no keys from the view, and the browser would select the whole page.
          if (view.editable || !isSelectAll(event)) return false;
          event.preventDefault();
          view.dispatch(selectEverything(view.state));
          return true;
        },
      },
    },
  });
}

/**
 * Inserts the character of a key within one line; returns whether it did. The browser would make and report the same
 * change, and the view would then read the lines about it to find out what it was: three milliseconds a key.
 */
function insertCharacter(view: EditorView, { key }: KeyboardEvent, index: TextIndex): boolean {
  if ([...key].length !== 1) return false;
  const range = selectedRange(view.state, index);
  if (crossesLines(view.state, range)) return false;
  // The browser's menu offers its undo, which is passed on, only while there is a change of its own: it makes one.
  if (!document.queryCommandEnabled('undo')) return false;
  view.dispatch(view.state.tr.insertText(key, range.from, range.to).scrollIntoView());
  return true;
}
