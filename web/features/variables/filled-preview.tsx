import { memo } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Preview, PreviewPart } from '#shared/templates/prompt-parts.ts';
import './filled-preview.css';

/** Shows a filled text; what is missing is marked, and stands as it is written. */
export const FilledPreview = memo(function FilledPreview({ preview }: { readonly preview: Preview }) {
  return (
    <div className="filled">
      {numbered(preview.parts).map(({ key, item }) => (
        <Part key={key} part={item} />
      ))}
      {preview.isCut && (
        <p className="filled-cut">{t('This is only the beginning of the text. Copying copies all of it.')}</p>
      )}
    </div>
  );
});

function Part({ part: { role, pieces } }: { readonly part: PreviewPart }) {
  return (
    <>
      {/* As the model receives it. */}
      {role !== null && (
        <p className="filled-role" translate="no" data-own-text>
          {role}
        </p>
      )}
      <p className="filled-text" dir="auto">
        {numbered(pieces).map(({ key, item: { text, kind } }) =>
          kind === 'text' ? (
            text
          ) : (
            <mark key={key} data-kind={kind}>
              {text}
            </mark>
          ),
        )}
      </p>
    </>
  );
}

/** A message or a piece is known by its place and nothing else. */
function numbered<Item>(items: readonly Item[]): { readonly key: string; readonly item: Item }[] {
  return items.map((item, at) => ({ key: String(at), item }));
}
