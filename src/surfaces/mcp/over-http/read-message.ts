import type { IncomingMessage } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { findMalformation } from '../malformed.ts';
import { ClientGone } from './exchange.ts';
import type { Refusal } from './refusal.ts';

/** The JSON-RPC message of a request, or what is wrong with it. */
export async function readMessage(
  request: IncomingMessage,
  most: number,
): Promise<{ body: unknown } | { refusal: Refusal }> {
  if (!isJsonContentType(request.headers['content-type'] ?? null))
    return {
      refusal: { status: 415, message: 'Unsupported Media Type: Content-Type must be application/json' },
    };
  let text: string;
  try {
    text = await readBody(request, most);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    return {
      refusal: {
        status: 413,
        message: `The request is larger than ${most} bytes`,
        headers: { connection: 'close' },
      },
    };
  }
  try {
    const body: unknown = JSON.parse(text);
    // batches are the SDK's to judge: older clients may send them
    const fault = Array.isArray(body) ? undefined : findMalformation(body);
    if (fault === undefined) return { body };
    return {
      refusal: { status: 400, code: -32_600, id: fault.id, message: `Invalid request: ${fault.reason}` },
    };
  } catch {
    return { refusal: { status: 400, code: -32_700, message: 'Parse error: the request is not JSON' } };
  }
}

class BodyTooLarge extends Error {}

/** The whole body, up to so many bytes. */
async function readBody(request: IncomingMessage, most: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      request.off('data', take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) stop(new BodyTooLarge());
      else chunks.push(chunk);
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', () => stop(new ClientGone()));
    request.once('close', () => stop(new ClientGone()));
  });
}
