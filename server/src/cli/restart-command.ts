import { AppError } from '@atelier/domain/errors.ts';
import { askControl } from '../platform/process/control-socket.ts';
import { RELEASE_PROGRAM, STUDIO_COMMAND } from '../platform/version.ts';
import { controlPath, type RestartRequest } from '../restart.ts';
import { type Command, readArguments } from './command.ts';

export const restartCommand: Command = {
  name: 'restart',
  usage: '',
  summary: 'have this version take over from the running one, without a failed request',
  details: [
    'The running process starts this version beside itself, with the same listening socket and its own environment, and with',
    'what .env in its folder says now. When that answers, the running one leaves it all new calls, finishes those under way and',
    'ends, after two minutes at most. If this version doesn’t start, the running one goes on, and the reason is printed. An',
    'upgrade that the running version can’t live beside says so: stop that, then start this one.',
  ],
  async run(args, { config, print }) {
    readArguments(args, { positionals: 0, options: {} });
    const request: RestartRequest = {
      command: 'restart',
      ...(RELEASE_PROGRAM && { program: [RELEASE_PROGRAM, 'start'] }),
    };
    const reply = await askControl(controlPath(config), request);
    if (!reply) {
      throw new AppError(
        'not_found',
        `Nothing is running on this data and port to take over from; ${STUDIO_COMMAND} start starts it.`,
      );
    }
    print(reply.text);
    return reply.ok ? 0 : 1;
  },
};
