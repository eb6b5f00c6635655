import { AppError } from '@atelier/domain/errors.ts';
import type { Command } from './command.ts';
import { openSigningKeys } from './signing-keys.ts';

export const rotateKeysCommand: Command = {
  name: 'rotate-keys',
  usage: '',
  summary: 'sign sessions with a new key; nobody is signed out, and service tokens expire within two hours',
  async run(_args, { config, print }) {
    if (config.auth.signingKeyFile !== undefined) {
      throw new AppError(
        'conflict',
        'You supply the keys yourself (AUTH_SIGNING_KEYS): add a new signing key to that file, keep the old one ' +
          'for verifying only, and restart the server.',
      );
    }
    const { keys, close } = await openSigningKeys(config);
    try {
      print(`From the next minute on, key ${await keys.rotate()} signs sessions.`);
      print('The previous key still verifies the tokens it signed, and is deleted in two hours.');
      return 0;
    } finally {
      await close();
    }
  },
};
