import type { Config } from '../config.ts';

/** One command of `npm run studio -- <name> …`. */
export interface Command {
  name: string;
  /** What comes after the name, `<email>`; empty for nothing. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** What `--help` says besides, line by line. */
  details?: readonly string[];
  /** @returns the process's exit code. An expected fault is thrown as an Error with a sentence for people. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

export interface CommandContext {
  config: Config;
  /** The variables that are set, as they are. */
  settings: Readonly<Record<string, string>>;
  print(line: string): void;
}
