import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The name that the content policy of our pages allows (server/src/platform/http/security-headers.ts). */
const POLICY_NAME = 'atelier-pdf-worker';

/** What this needs of Trusted Types, which TypeScript's own library does not describe. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let trustedWorkerUrl: string | undefined;

/**
 * Starts the thread that reads PDFs. Its address is the one script that our pages let a script name, and the
 * server gives it a policy under which it can fetch nothing.
 */
export function startPdfWorker(): Worker {
  trustedWorkerUrl ??= trust();
  return new Worker(trustedWorkerUrl, { type: 'module' });
}

/** A page may make the policy once. In browsers that know no Trusted Types the address is used as it is. */
function trust(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerUrl;
  const policy = trustedTypes.createPolicy(POLICY_NAME, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError(`Not a script of ours: ${url}`);
      return url;
    },
  });
  return policy.createScriptURL(workerUrl);
}
