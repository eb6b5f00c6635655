/** Who is behind the studio. */
export interface Person {
  name: string;
  role: string;
  /** Two lines, in the first person. */
  biography: string;
  /** When the next project can begin, as the end of "Next free start:". Keep it true. */
  nextStart: string;
  /** A drawing of the signature: the lines of a pen within a box of 120 by 44, as in the `d` of an SVG path. Empty for none. */
  signature: string;
}

/**
 * The person behind the studio, beside every invitation to write. Sample content: nobody of this name exists. Put yourself
 * here; a photograph becomes the portrait by `npm run pictures -- take portrait {file}`.
 */
export const person: Person = {
  name: 'Alex Sample',
  role: 'Designer and developer',
  biography:
    'I’ve made websites for small businesses for eleven years, and I still answer every email myself. When I’m not at my desk, I’m out with a film camera.',
  nextStart: 'in about three weeks',
  signature:
    'M6 36C12 26 18 10 22 6c2 8 4 20 7 30M11 25c6-2 12-2 17-2M36 36c-3-10 2-28 6-29 4 1-4 22-2 28 1 3 4 1 6-2M46 30c6 1 12-3 10-7-3-4-10 2-9 8 1 6 9 5 13 0M62 22c4 1 6 12 10 13M74 21c-4 3-8 11-13 15M8 41c30-4 70-5 104-1',
};
