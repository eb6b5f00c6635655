import { ConfigError, loadConfig } from '../../src/config.ts';

/** What is wrong with settings. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
