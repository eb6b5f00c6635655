import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  VerbosityLevel,
} from 'pdfjs-dist';
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
function startPdfWorker(): Worker {
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

/** Pixels of one drawn page and of one picture in it: what phones can hold. */
const MAX_PAGE_PIXELS = 12_000_000;
const MAX_PICTURE_PIXELS = 64_000_000;
/** Beyond two to a CSS pixel, the difference is invisible. */
const MAX_DENSITY = 2;
const UNSHOWABLE = 'This PDF can’t be shown here. Download it to view it.';

/** A PDF that is open for looking at. */
export interface OpenPdf {
  readonly pageCount: number;
  /** Draws a page (from 1). @throws PdfError */
  draw(page: number, target: PageTarget): Promise<void>;
}

interface PageTarget {
  /** One that nothing was drawn on: its size is set here. */
  canvas: HTMLCanvasElement;
  /** How wide it is shown, in CSS pixels. */
  width: number;
  /** Gives the drawing up. */
  signal: AbortSignal;
}

/** Why a PDF cannot be shown, as a sentence. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
}

/**
 * Reads a PDF in a thread of its own. Nothing in it runs and it loads nothing: fonts that it lacks are replaced
 * by the reader's. The signal ends it, while it is being read and afterwards.
 * @throws PdfError for one that is broken or locked, or when the thread does not start
 */
export async function openPdf(data: ArrayBuffer, signal: AbortSignal): Promise<OpenPdf> {
  const port = startPdfWorker();
  const close = () => port.terminate();
  signal.addEventListener('abort', close);
  try {
    const failed = Promise.withResolvers<never>();
    port.addEventListener('error', () => failed.reject(new Error('The thread for PDFs did not start')));
    const task = getDocument({
      data: new Uint8Array(data),
      worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
      verbosity: VerbosityLevel.ERRORS,
      maxImageSize: MAX_PICTURE_PIXELS,
      useSystemFonts: true,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
    });
    const document = await Promise.race([task.promise, failed.promise]);
    return { pageCount: document.numPages, draw: (page, target) => drawPage(document, page, target) };
  } catch (error) {
    close();
    throw new PdfError(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof PasswordException) {
    return 'This PDF is password-protected. Download it to open it.';
  }
  if (error instanceof InvalidPDFException) return 'This PDF is damaged and can’t be shown.';
  return UNSHOWABLE;
}

/** Draws on a canvas that has had no page before. */
async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  { canvas, width, signal }: PageTarget,
): Promise<void> {
  const page = await document.getPage(number);
  if (signal.aborted) return;
  const natural = page.getViewport({ scale: 1 });
  const density = Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
  const wanted = (width * density) / natural.width;
  const most = Math.sqrt(MAX_PAGE_PIXELS / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => drawing.cancel());
  try {
    await drawing.promise;
  } catch (error) {
    if (!(error instanceof RenderingCancelledException)) throw new PdfError(UNSHOWABLE, { cause: error });
  }
}
