import { cleanFileName, formatAmount, refusalByName } from '@atelier/domain/files/rules.ts';

/**
 * Why a chosen file isn't sent, by its name and its size; undefined if it is. The server checks the content and the room.
 * @param maxBytes the largest file that is taken; undefined while that is unknown
 */
export function refusalOfChosen(file: File, maxBytes: number | undefined): string | undefined {
  const byName = refusalByName(cleanFileName(file.name));
  if (byName !== undefined) return byName;
  if (file.size === 0) return 'This file is empty. Save it again, then send it.';
  if (maxBytes !== undefined && file.size > maxBytes) return `A file can be up to ${formatAmount(maxBytes)}.`;
  return undefined;
}
