import { readMail } from './platform/mail-in/read-mail.ts';
import { answerOrder } from './thread-answer.ts';

/* The thread that `mail-thread.ts` starts. */
void answerOrder(readMail);
