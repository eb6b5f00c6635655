/** Who looks at the files: the studio delivers, replaces and deletes; the client sends and deletes own ones. */
export type FilesSide = 'client' | 'studio';
