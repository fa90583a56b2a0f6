import './skeleton-rows.css';

/** Three placeholders while a list is on its way; `label` says of what. */
export function SkeletonRows({ label }: { readonly label: string }) {
  return (
    <div className="ui-skeleton-rows" role="status" aria-label={label} aria-busy="true">
      <span className="ui-skeleton-row" />
      <span className="ui-skeleton-row" />
      <span className="ui-skeleton-row" />
    </div>
  );
}
