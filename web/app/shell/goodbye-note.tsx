import { useEffect, useRef } from 'react';
import { Alert } from '../ui/feedback/alert.tsx';

export default function GoodbyeNote() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className="mx-auto max-w-page px-5 pt-6 sm:px-8">
      <Alert tone="success" title="Your account is deleted.">
        You are signed out everywhere, and an email confirms it. Thank you for your time here. You’re welcome
        back whenever you like.
      </Alert>
    </div>
  );
}
