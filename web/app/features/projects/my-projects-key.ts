/** Under this key lies everything that is known of one's own projects; invalidate it when one came or went. */
export const myProjectsKey = ['my-projects'] as const;
