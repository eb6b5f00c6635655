import { failureMessage } from '../../../lib/api-error.ts';
import { Link } from '../../../lib/links.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useDownloadData } from './download-data.ts';

/** A copy of everything that is kept about the person. */
export function DataCard() {
  const download = useDownloadData();
  return (
    <Card title="Your data">
      <p className="text-sm text-ink-soft">
        One file with everything kept about you: account, sign-ins, briefs, projects and messages. What
        happens to it is in the{' '}
        <Link to="/privacy" className="underline">
          privacy notice
        </Link>
        .
      </p>
      <div className="grid justify-items-start gap-3">
        <Button
          variant="secondary"
          isPending={download.isPending}
          pendingLabel="Preparing your file…"
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
        <p role="status" className="text-sm text-ink-soft empty:hidden">
          {download.isSuccess && 'Your file is in your downloads.'}
        </p>
      </div>
      {download.error && (
        <Alert tone="danger">
          {failureMessage(download.error, 'The file couldn’t be made. Please try again.')}
        </Alert>
      )}
    </Card>
  );
}
