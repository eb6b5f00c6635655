import { readResults } from '../prove/harness/results.ts';
import { type ProofName, proofs } from '../prove/proofs.ts';

const INTRO = `# Reliability

What is promised, and how often it was tried. Each proof runs the product as its owner does, on loopback alone, and has a
control: the protection is taken away, and the proof has to see the loss. \`npm test\` runs a small part of some,
\`npm run test:full\` of each, and \`npm run prove -- <name>\` the whole of one; [prove/README.md](../prove/README.md)
says how they are made.
`;

/** The page that lists every proof with the last whole run of it. */
export function describeReliability(): string {
  const names = Object.keys(proofs) as ProofName[];
  const promises = names.map((name) => {
    const { does, holds } = proofs[name];
    return `| [\`${name}\`](../prove/${name}.proof.ts) | ${does} | ${holds} |`;
  });
  const runs = names.flatMap((name) =>
    readResults(name).map(
      ({ on, tried, outcome, control, day }) =>
        `| \`${name}\` | ${on} | ${tried} | ${outcome} | ${control} | ${day} |`,
    ),
  );
  const never = names.filter((name) => readResults(name).length === 0);
  return [
    INTRO,
    '| proof | what is done | what holds |\n|---|---|---|',
    promises.join('\n'),
    '\n## The last whole runs\n',
    '| proof | on | tried | came to | control | day |\n|---|---|---|---|---|---|',
    ...runs,
    ...(never.length > 0
      ? [`\nNot yet run as a whole: ${never.map((name) => `\`${name}\``).join(', ')}.`]
      : []),
    '\nGenerated from `prove/proofs.ts` and `prove/results` by `npm run docs`.\n',
  ].join('\n');
}
