import { LuFileQuestion } from 'react-icons/lu';
import { Link } from 'react-router';
import { BareScreen } from '../ui/bare-screen.tsx';

export function NotFound() {
  return (
    <BareScreen
      icon={<LuFileQuestion />}
      title="404 Page Not Found"
      actions={
        <Link className="bare-screen-action" data-tone="primary" to="/">
          Back to the workspace
        </Link>
      }
    >
      <title>404 Page Not Found · Promptory</title>
      Did you forget to add the page to the router?
    </BareScreen>
  );
}
