import { type ContractSource, MAX_CONTRACT_BYTES } from '@atelier/domain/contracts/rules.ts';
import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';
import { formatAmount, formatKilobytes } from '@atelier/domain/files/rules.ts';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';

/** Where the text of a contract comes from, as it is chosen. */
export const SOURCE_CHOICES: readonly { value: ContractSource; label: string; description: string }[] = [
  {
    value: 'made',
    label: 'Made from the brief',
    description: 'A PDF with the scope, the milestones, the payments and your terms.',
  },
  { value: 'upload', label: 'Your own PDF', description: 'Your client gets exactly the file you upload.' },
  { value: 'link', label: 'A link', description: 'To a document you keep elsewhere.' },
];

/** The draft's PDF, with an upload of another one. */
export function UploadedPdf({
  file,
  isUploading,
  onUpload,
}: {
  file: ContractDraft['file'];
  isUploading: boolean;
  onUpload: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const reason = uploadRefusal(chosen);
    setRefusal(reason);
    if (!reason) onUpload(chosen);
  };
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {file ? (
            <>
              <SafeLink href={file.url}>
                <bdi>{file.name}</bdi>
              </SafeLink>{' '}
              <span className="text-sm text-ink-soft">{formatKilobytes(file.size)}</span>
            </>
          ) : (
            <span className="text-ink-soft">No PDF yet. Up to {formatAmount(MAX_CONTRACT_BYTES)}.</span>
          )}
        </p>
        <Button
          variant="secondary"
          isPending={isUploading}
          pendingLabel="Uploading…"
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden="true" className="size-4.5" />
          {file ? 'Replace the PDF' : 'Upload a PDF'}
        </Button>
      </div>
      <FieldError message={refusal} />
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label="The contract’s PDF"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Why a file cannot be uploaded; undefined if it can. */
function uploadRefusal({ size }: File): string | undefined {
  if (size === 0) return 'That file is empty. Export your document as a PDF and upload that.';
  if (size <= MAX_CONTRACT_BYTES) return undefined;
  return `That PDF is larger than ${formatAmount(MAX_CONTRACT_BYTES)}. Export a smaller one and upload that.`;
}
