import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '@atelier/domain/errors.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads what comes after a command's name. @throws validation_failed for what the command does not know */
export function readArguments<const O extends Options>(
  args: readonly string[],
  { positionals, options }: { positionals: number; options: O },
) {
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (read.positionals.length > positionals) throw new TypeError(`Too much: ${read.positionals.join(' ')}`);
    return read;
  } catch (error) {
    if (error instanceof TypeError) throw new AppError('validation_failed', error.message, { cause: error });
    throw error;
  }
}
