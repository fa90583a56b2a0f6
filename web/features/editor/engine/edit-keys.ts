import { Plugin } from '@tiptap/pm/state';
import { crossesLines, insertSource, selectEverything } from './edit-commands.ts';
import { runInput } from './input-commands.ts';
import { type EditKeyOptions, isSelectAll, runKey } from './key-commands.ts';
import { readSelection } from './unread-selection.ts';

/**
 * Handles keys and input that the browser does not do well. Within one line (typing, deleting a character as a person
 * sees one, moving) it is left to it. Whatever crosses lines is done here, because the browser would move elements
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
        // Shift is on its way to Shift+Tab, which leaves backwards.
        if (event.key !== 'Shift') leaving = event.key === 'Escape';
        return done;
      },
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
