import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';

/** The way out, for good. */
export function DeletionCard({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title="Danger">
      <div>
        <h3 className="text-base">Delete your account</h3>
        <p className="text-sm text-ink-soft">
          With your profile, drafts and projects. Download your data first if you might want it later.
        </p>
      </div>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete account…
        </Button>
      </div>
      {isAsking && <DeletionDialog email={email} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
