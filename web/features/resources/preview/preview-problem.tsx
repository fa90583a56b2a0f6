export function PreviewProblem({ children }: { readonly children: string }) {
  return (
    <p className="preview-problem" role="alert">
      {children}
    </p>
  );
}
