import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { SettingRow } from './setting-row.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { UsernameForm } from './username-form.tsx';

/** The username: shown, then edited in its place. */
export function UsernameSetting({ username }: { username: string | null }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const edit = () => {
    setIsSaved(false);
    setIsEditing(true);
  };
  const saved = () => {
    setIsSaved(true);
    setIsEditing(false);
  };
  if (isEditing) {
    return (
      <SettingRow label="Username">
        <UsernameForm username={username ?? ''} onSaved={saved} onCancel={() => setIsEditing(false)} />
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
