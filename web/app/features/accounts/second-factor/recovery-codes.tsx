import { studio } from '@atelier/content/studio.ts';
import { Download } from 'lucide-react';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** New recovery codes, the one time that they are shown, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for ${studio.name} (${location.host})\nEach code works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <p>
        If you lose your phone, each of these codes signs you in <strong>once</strong> in its place. You see
        them <strong>only now</strong>: keep them with your passwords, or print them.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border border-rule bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1">
        <CopyButton text={text} label="Copy codes" />
        <ButtonAnchor
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          variant="quiet"
          size="sm"
        >
          <Download aria-hidden="true" className="size-4" />
          Download
        </ButtonAnchor>
      </div>
    </div>
  );
}
