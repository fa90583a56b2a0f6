import { LuFolderTree, LuHistory, LuPenLine } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { WorkspaceSketch } from './workspace-sketch.tsx';
import './marketing-panel.css';

const features = () => [
  {
    icon: <LuFolderTree />,
    title: t('Organised workspace'),
    text: t('Colour-coded projects keep every prompt where you will look for it.'),
  },
  {
    icon: <LuHistory />,
    title: t('Version history'),
    text: t('Every prompt keeps its versions. Look back, and go back, whenever you like.'),
  },
  {
    icon: <LuPenLine />,
    title: t('Rich editing'),
    text: t('A writer’s editor with syntax highlighting and a rendered view of your Markdown.'),
  },
];

/** Beside the form on large screens: what this is. */
export function MarketingPanel() {
  return (
    <section className="auth-marketing" aria-label={t('About Promptory')}>
      <WorkspaceSketch />
      <h2 className="auth-marketing-title">{t('Craft, iterate on and organise your prompts')}</h2>
      <ul className="auth-features">
        {features().map(({ icon, title, text }) => (
          <li key={title} className="auth-feature">
            <span className="auth-feature-icon" aria-hidden="true">
              {icon}
            </span>
            <div>
              <h3 className="auth-feature-title">{title}</h3>
              <p className="auth-feature-words">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
