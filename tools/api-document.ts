import { api } from '@atelier/domain/api.ts';
import { type ApiDocument, describeApi } from '@atelier/domain/api-document/api-document.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Every rule that Redocly recommends, warnings as errors. */
const RULES = {
  extends: ['recommended-strict'],
  // The product has one owner, and its API no licence.
  rules: { 'info-license': 'off' },
} as const;

/** Finds what is wrong with an OpenAPI document: `rule: sentence (where)`. */
export async function lintApiDocument(document: ApiDocument): Promise<string[]> {
  const config = await createConfig({ ...RULES, extends: [...RULES.extends] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? '#/'})`,
  );
}

if (import.meta.main) {
  const document = describeApi(api);
  const problems = await lintApiDocument(document);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`API document: ${Object.keys(document.paths).length} addresses, nothing to object to.`);
}
