/** What the authentication client reads as a failure of the provider's, with no sentence for people. */
const UNREADABLE = 502;
const NO_CONTENT = 204;

/** Whether a reply is an object or a list, which is all that the provider's protocol has. */
function isReadable(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/**
 * How the authentication client calls the provider. A refusal without JSON, as proxies send it, keeps its status, which that
 * client drops; a success without it, such as a proxy's page, is a failed reply and not a broken connection.
 */
export async function providerFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status === NO_CONTENT || isReadable(await response.clone().text())) return response;
  return Response.json({}, { status: response.ok ? UNREADABLE : response.status });
}
