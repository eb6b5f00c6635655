import type { Endpoint, EndpointReply } from '@atelier/domain/endpoint.ts';
import { getAccessToken, refreshAccessToken } from '../session/session.ts';
import { ApiError, errorOfReply } from './api-error.ts';
import { apiUrl } from './api-url.ts';

export interface UploadParts {
  params: Record<string, string>;
  /** The upload's key: sent again after a lost reply, it is the same file. */
  key: string;
  file: File;
  /** Gets the fraction that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Cancels the upload; it then rejects with an AbortError. */
  signal: AbortSignal;
}

/**
 * Sends a file to an endpoint that takes one, by XMLHttpRequest: `fetch` doesn't report how much of a body
 * has been sent. After a 401 it refreshes the token once and tries once more.
 * @throws ApiError, UnreadableFileError
 */
export async function uploadFile<E extends Endpoint & { upload: true }>(
  endpoint: E,
  parts: UploadParts,
): Promise<EndpointReply<E>> {
  const url = apiUrl(endpoint.path, { params: parts.params, query: { key: parts.key } });
  const token = await getAccessToken();
  try {
    return JSON.parse(await send(url, token, parts));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    const renewed = isRefused && (await refreshAccessToken(token));
    if (!renewed) throw error;
    return JSON.parse(await send(url, renewed, parts));
  }
}

function send(url: string, token: string | undefined, { file, onProgress, signal }: UploadParts) {
  const form = new FormData();
  form.set('file', file);
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise<string>((resolve, reject) => {
    if (signal.aborted) throw abortError();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, responseText: text } = request;
      if (status >= 200 && status < 300) return resolve(text);
      const contentType = request.getResponseHeader('content-type');
      const requestId = request.getResponseHeader('x-request-id');
      reject(errorOfReply({ status, statusText, contentType, text, url, requestId }));
    };
    request.onerror = async () => {
      const error = new ApiError('Request failed', { status: 0, url, payload: undefined });
      reject((await isReadable(file)) ? error : new UnreadableFileError());
    };
    request.onabort = () => reject(abortError());
    request.open('POST', url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(form);
  }).finally(() => signal.removeEventListener('abort', abort));
}

/** The file was moved, changed or deleted after it was chosen. */
export class UnreadableFileError extends Error {
  constructor() {
    super('This file has been moved or changed and can’t be read. Choose it again.');
    this.name = 'UnreadableFileError';
  }
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function abortError(): DOMException {
  return new DOMException('The upload was given up', 'AbortError');
}

/** How long a browser may take to start saving, in ms; then the bytes are released. */
const KEPT_MS = 60_000;

/** Saves bytes under a name, like a press on a download link. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
