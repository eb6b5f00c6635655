import { AppError } from '@atelier/domain/errors.ts';
import type { BillingSettings } from '@atelier/domain/invoices/billing.ts';
import { isLoopbackUrl } from '../../platform/http/client.ts';

/** What `content/billing.ts` comes with: no real studio has these. */
const SAMPLE = [
  '(sample studio)',
  '1 Sample Street',
  'Sample City',
  'Sample Bank',
  '00-0000000',
  '000000000',
];

/** The values of a studio's billing settings that are still those of the sample. */
export function findSampleValues({
  legalName,
  address,
  registrations,
  transfer,
}: Pick<BillingSettings, 'legalName' | 'address' | 'registrations' | 'transfer'>): string[] {
  const values = [legalName, ...address, ...[...registrations, ...transfer].map(({ value }) => value)];
  return [...new Set(values.filter((value) => SAMPLE.some((sample) => endsWithWhole(value, sample))))];
}

/** Whether a value ends with the sample's, which isn't the rest of a longer number: an account may end in nine zeros. */
function endsWithWhole(value: string, sample: string): boolean {
  return value.endsWith(sample) && !/[\p{L}\p{N}]/u.test(value.charAt(value.length - sample.length - 1));
}

/** @throws sample_billing where a client would be asked to pay a company that doesn't exist */
export function assertOwnBilling(settings: BillingSettings, publicUrl: string): void {
  if (isLoopbackUrl(publicUrl)) return;
  const found = findSampleValues(settings);
  if (found.length === 0) return;
  throw new AppError(
    'sample_billing',
    `content/billing.ts still has values of the sample: ${found.map((value) => `“${value}”`).join(', ')}. Replace them with yours, build, then send the invoice.`,
  );
}
