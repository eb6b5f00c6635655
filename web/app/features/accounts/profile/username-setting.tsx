import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { SettingRow } from './setting-row.tsx';
import { useKeptText } from './use-kept-text.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { UsernameForm } from './username-form.tsx';

/** The username: shown, then edited in its place. */
export function UsernameSetting({ userId, username }: { userId: string; username: string | null }) {
  const kept = useKeptText(userId, 'username');
  const [isEditing, setIsEditing] = useState(kept.initial !== undefined);
  const [isSaved, setIsSaved] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const edit = () => {
    setIsSaved(false);
    setIsEditing(true);
  };
  const close = () => {
    kept.forget();
    setIsEditing(false);
  };
  const saved = () => {
    setIsSaved(true);
    close();
  };
  if (isEditing) {
    return (
      <SettingRow label="Username">
        <UsernameForm
          username={username ?? ''}
          typed={kept.initial ?? username ?? ''}
          onTyped={kept.keep}
          onSaved={saved}
          onCancel={close}
        />
      </SettingRow>
    );
  }
  return (
    <SettingRow
      label="Username"
      value={username ?? <span className="text-ink-faint">Not chosen yet</span>}
      actions={
        <Button ref={editButton} variant="quiet" size="sm" onClick={edit}>
          Edit <span className="sr-only">username</span>
        </Button>
      }
    >
      {isSaved && <StatusLine tone="success">Username updated.</StatusLine>}
    </SettingRow>
  );
}
