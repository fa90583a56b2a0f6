import { ColorDot } from '../../ui/color-dot.tsx';
import type { DotColor } from '../../ui/theme/palette.ts';
import './workspace-sketch.css';

const projects: readonly {
  readonly color: DotColor;
  readonly name: string;
  readonly prompts: readonly string[];
}[] = [
  { color: 'indigo', name: 'Support', prompts: ['Answer with sources', 'Summarise a thread'] },
  { color: 'teal', name: 'Research', prompts: [] },
  { color: 'orange', name: 'Release notes', prompts: [] },
];

const versions = ['Version 4', 'Version 3', 'Version 2'];

/** A small drawing of the workspace, out of the pieces that it is made of. A picture: it is not read out. */
export function WorkspaceSketch() {
  return (
    <div className="sketch" aria-hidden="true">
      <div className="sketch-sidebar">
        {projects.map(({ color, name, prompts }) => (
          <div key={name} className="sketch-project">
            <span className="sketch-project-name">
              <ColorDot color={color} />
              {name}
            </span>
            {prompts.map((title, row) => (
              <span key={title} className="sketch-prompt" data-selected={row === 0 || undefined}>
                {title}
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className="sketch-editor">
        <span className="sketch-heading"># Answer with sources</span>
        <span>
          You answer questions about <em className="sketch-variable">{'{product}'}</em>.
        </span>
        <span>
          <b className="sketch-mark">-</b> Quote the passage you rely on
        </span>
        <span>
          <b className="sketch-mark">-</b> Say <b>**I do not know**</b> when you do not
        </span>
        <span>
          Reply in <em className="sketch-variable">{'{language}'}</em>
          <i className="sketch-caret" />
        </span>
      </div>
      <div className="sketch-versions">
        {versions.map((version, row) => (
          <span key={version} className="sketch-version" data-newest={row === 0 || undefined}>
            {version}
          </span>
        ))}
      </div>
    </div>
  );
}
