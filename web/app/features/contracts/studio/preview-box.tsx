import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { usePreviewContract } from './preview-contract.ts';

/** Has the product make its document of what is typed, and opens it. */
export function PreviewBox({
  projectId,
  revision,
  save,
}: {
  projectId: string;
  /** Of the draft that is on the page; undefined while what is typed is not saved. */
  revision: number | undefined;
  /** Saves what is typed, and gives the revision that it has; undefined when that failed. */
  save: () => Promise<number | undefined>;
}) {
  const preview = usePreviewContract(projectId);
  const [isSaving, setSaving] = useState(false);
  const address = useObjectUrl(preview.data?.content);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (address) link.current?.focus();
  }, [address]);
  const make = async () => {
    setSaving(true);
    const saved = await save();
    setSaving(false);
    if (saved !== undefined) preview.mutate(saved);
  };
  const isReady = address !== undefined && preview.data?.revision === revision && !preview.isPending;
  return (
    <div className="grid grid-cols-1 gap-3 rounded-md bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48 text-sm text-ink-soft">
          See it as your client would. It’s made again when you send it.
        </p>
        <div className="flex flex-wrap gap-2">
          {isReady && (
            <ButtonAnchor ref={link} href={address} target="_blank" variant="secondary">
              Open the preview
            </ButtonAnchor>
          )}
          <Button
            variant={isReady ? 'quiet' : 'secondary'}
            isPending={isSaving || preview.isPending}
            pendingLabel="Making the preview…"
            onClick={make}
          >
            {isReady ? 'Make it again' : 'Preview'}
          </Button>
        </div>
      </div>
      {preview.error && (
        <Alert tone="danger">{failureMessage(preview.error, 'Failed to make the preview.')}</Alert>
      )}
    </div>
  );
}

/** An address of bytes in this page, for as long as they are shown. */
function useObjectUrl(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
