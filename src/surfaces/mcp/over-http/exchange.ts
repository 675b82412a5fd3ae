import type { IncomingMessage, ServerResponse } from 'node:http';

/** Nobody is left to answer. */
export class ClientGone extends Error {}

/** The request as the SDK takes it. Its body has been read and parsed already, and is handed over beside it. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  return new Request('http://localhost/mcp', { method: request.method ?? 'GET', headers, signal });
}

/** Sends an answer as it comes; gives up when the client does not read on for `stallMs`. */
export async function sendResponse(
  answer: Response,
  response: ServerResponse,
  stallMs: number,
): Promise<void> {
  if (response.destroyed) {
    await answer.body?.cancel().catch(() => undefined);
    return;
  }
  const headers: Record<string, string | number> = {};
  // which connection is kept is between this server and the client
  for (const [name, value] of answer.headers) if (name !== 'connection') headers[name] = value;
  if (headers['content-type'] === 'application/json') {
    const whole = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...headers, 'content-length': whole.length }).end(whole);
  } else {
    response.writeHead(answer.status, headers);
    if (answer.body === null || (await pump(answer.body, response, stallMs))) response.end();
  }
  if (!response.writableFinished) await nextOf(response, 'finish', stallMs);
}

/** Whether all of it was sent. */
async function pump(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  stallMs: number,
): Promise<boolean> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  response.once('close', cancel);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      if (!response.write(part.value) && !(await nextOf(response, 'drain', stallMs))) return false;
    return !response.destroyed;
  } catch {
    // breaking off is all that is left to tell the client
    response.destroy();
    return false;
  } finally {
    response.off('close', cancel);
  }
}

/** Whether the event came; a client that keeps it waiting too long is cut off. */
function nextOf(response: ServerResponse, event: 'drain' | 'finish', stallMs: number): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      response.off(event, onEvent).off('close', onClose);
      if (!isThere) response.destroy();
      resolve(isThere);
    };
    const onEvent = () => settle(true);
    const onClose = () => settle(false);
    const timer = setTimeout(onClose, stallMs);
    response.once(event, onEvent).once('close', onClose);
  });
}
