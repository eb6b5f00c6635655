import { AppError } from '@atelier/domain/errors.ts';
import type { Command } from './command.ts';
import { openSigningKeys } from './signing-keys.ts';

export const rotateKeysCommand: Command = {
  name: 'rotate-keys',
  usage: '',
  summary: 'sign sessions with a new key; nobody is signed out, and tokens of services end in two hours',
  async run(_args, { config, print }) {
    if (config.auth.signingKeyFile !== undefined) {
      throw new AppError(
        'conflict',
        'The keys are your own (AUTH_SIGNING_KEYS): put a new one that signs into that file, let the old one ' +
          'verify only, and start the server again.',
      );
    }
    const { keys, close } = await openSigningKeys(config);
    try {
      print(`Sessions are signed with key ${await keys.rotate()} from the next minute on.`);
      print('The one before it verifies the tokens that it has signed, and is deleted in two hours.');
      return 0;
    } finally {
      await close();
    }
  },
};
