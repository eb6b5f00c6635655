interface ImportMetaEnv {
  /** Where the built site will be found: "https://atelier.example" (see vite/site-files.ts). */
  readonly SITE_ORIGIN: string;
  /** Where the pictures of `content/pictures` are served from (see vite/site-files.ts). */
  readonly PICTURES_BASE: string;
}
