/** The part of spdx-expression-parse that we use; the package brings no types. */
declare module 'spdx-expression-parse' {
  export type Expression =
    | { license: string; plus?: true; exception?: string }
    | { left: Expression; conjunction: 'and' | 'or'; right: Expression };
  /** @throws for a text that is no expression */
  export default function parse(source: string): Expression;
}
