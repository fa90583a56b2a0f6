/** The row that the Tab key stops at, or a button where there is no row: never nothing while it is drawn. */
export function focusSidebar(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('.sidebar [role="treeitem"][tabindex="0"]') ??
    document.querySelector<HTMLElement>('.sidebar button')
  );
}

/** The row of a project, as far as it is drawn. */
export function focusProject(id: number): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`.sidebar [role="treeitem"][id$="-project-${id}"]`) ?? focusSidebar()
  );
}
