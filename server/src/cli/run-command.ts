import { AppError } from '@atelier/domain/errors.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { FULL_VERSION, START_COMMAND, STUDIO_COMMAND } from '../platform/version.ts';
import { listSettingsFiles, requirePlainSettingsFiles } from '../settings-file.ts';
import { ownerCommand, removeSecondFactorCommand } from './account-commands.ts';
import { backupCommand } from './backup/backup.ts';
import { backupsCommand } from './backup/find-backup.ts';
import { rehearseCommand } from './backup/rehearse.ts';
import { restoreCommand } from './backup/restore.ts';
import type { Command } from './command.ts';
import { migrateCommand, moveCommand } from './database-commands.ts';
import { doctorCommand } from './doctor.ts';
import { rotateKeysCommand, serviceTokenCommand } from './key-commands.ts';
import { logCommand } from './log-command.ts';
import { restartCommand } from './restart-command.ts';

const COMMANDS: readonly Command[] = [
  ownerCommand,
  doctorCommand,
  logCommand,
  restartCommand,
  backupCommand,
  backupsCommand,
  restoreCommand,
  rehearseCommand,
  moveCommand,
  migrateCommand,
  removeSecondFactorCommand,
  rotateKeysCommand,
  serviceTokenCommand,
];

/** Runs `npm run studio -- <name> …`. The version is printed whatever the settings are. @returns the exit code: 0 done, 1 a fault, 2 no such command */
export async function runCommand(
  [name, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void = console.log,
): Promise<number> {
  if (name === 'version' || name === '--version') {
    print(`Atelier ${FULL_VERSION}, Node ${process.versions.node}`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === (name === 'help' ? args[0] : name));
  if (!command) {
    for (const line of describeCommands(name)) print(line);
    return name === undefined || name === 'help' || name === '--help' ? 0 : 2;
  }
  if (name === 'help' || args.includes('--help')) {
    for (const line of describeCommand(command)) print(line);
    return 0;
  }
  try {
    requirePlainSettingsFiles(listSettingsFiles(process.execArgv));
    return await command.run(args, { config: loadConfig(env), print });
  } catch (error) {
    if (error instanceof ConfigError || error instanceof AppError) print(error.message);
    else throw error;
    return 1;
  }
}

function describeCommands(asked: string | undefined): string[] {
  const widest = Math.max(...COMMANDS.map(({ name, usage }) => name.length + usage.length));
  return [
    ...(asked && asked !== 'help' && asked !== '--help' ? [`There’s no command "${asked}".`] : []),
    `${STUDIO_COMMAND} <command>`,
    ...COMMANDS.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(widest + 2)} ${summary}`),
    `  ${'version'.padEnd(widest + 2)} print the version of the program`,
    `"${START_COMMAND}" starts the product.`,
  ];
}

function describeCommand({ name, usage, summary, details = [] }: Command): string[] {
  const form = `${STUDIO_COMMAND} ${name} ${usage}`.trimEnd();
  return [
    form,
    `  ${summary}`,
    ...(details.length > 0 ? ['', ...details.map((line) => `  ${line}`)] : []),
  ].map((line) => line.trimEnd());
}
