/** Why a parsed line is no JSON-RPC message, with the id to answer to; undefined when it is one. */
export function findMalformation(
  message: unknown,
): { id: string | number | null; reason: string } | undefined {
  if (Array.isArray(message)) return { id: null, reason: 'batches are not supported' };
  if (typeof message !== 'object' || message === null) return { id: null, reason: 'a message is an object' };
  const { jsonrpc, id, method, params } = message as Record<string, unknown>;
  const usableId = typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
  const broken = (reason: string) => ({ id: usableId, reason });
  if (jsonrpc !== '2.0') return broken('jsonrpc must be "2.0"');
  if (id !== undefined && usableId === null) return broken('id must be a string or an integer');
  if (method === undefined) {
    return 'result' in message || 'error' in message ? undefined : broken('method is missing');
  }
  if (typeof method !== 'string') return broken('method must be a string');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return broken('params must be an object');
  }
  return undefined;
}
