import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { newKey } from '../../../lib/api/query-client.ts';
import { keepForm, readForm } from '../../../lib/storage/unsent-form.ts';
import { readUnsent, subscribeToUnsent } from '../../../lib/storage/unsent-store.ts';

/** With the key that it is sent with: sending again after a reload is the same reply. */
const keptSchema = z.object({ text: z.string(), key: z.string() });

const placeOf = (enquiryId: string) => `enquiry:${enquiryId}`;

/** Deletes the unfinished reply to an enquiry. */
export function deleteReplyDraft(enquiryId: string): void {
  keepForm(placeOf(enquiryId), undefined);
}

/** The unfinished reply to an enquiry: it survives failures, leaving and reloading the page. */
export function useReplyDraft(enquiryId: string) {
  const place = placeOf(enquiryId);
  // Read as text: the same one as long as nothing changes.
  useSyncExternalStore(subscribeToUnsent, () => readUnsent(place).text);
  const kept = readForm(place, keptSchema);
  return {
    text: kept?.text ?? '',
    key: kept?.key,
    setText: (text: string) =>
      keepForm(place, text === '' ? undefined : { text, key: kept?.key ?? newKey() }),
    /** Makes the next reply another one than the last. */
    renewKey: () => kept && keepForm(place, { ...kept, key: newKey() }),
    clear: () => deleteReplyDraft(enquiryId),
  };
}
