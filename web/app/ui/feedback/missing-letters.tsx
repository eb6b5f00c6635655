import { Alert } from './alert.tsx';

/** Says of a draft which letters its PDF can't show: it isn't sent with them. Nothing if there are none. */
export function MissingLetters({ letters, remedy }: { letters: string; remedy: string }) {
  if (letters === '') return null;
  return (
    <Alert tone="warning" isUrgent={false} title="Some letters can’t be printed.">
      The PDF can’t show <bdi className="font-semibold wrap-anywhere">{letters}</bdi>, so this can’t be sent
      yet. <span>{remedy}</span>
    </Alert>
  );
}
