import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { type Call, type Caller, type Progress, toSlipboxError } from '../../engine/index.ts';

/** What the engine is given of a request: who asks, when it is cancelled, where progress goes. */
export function requestCall(caller: Caller, context: ServerContext): Call {
  return { caller, signal: context.mcpReq.signal, progress: progressSender(context) };
}

/** Progress reaches only clients that asked for it; the numbers they see must rise. */
function progressSender(context: ServerContext): (progress: Progress) => void {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return () => undefined;
  let last = -1;
  return ({ done, total, message }) => {
    if (done <= last) return;
    last = done;
    const params = {
      progressToken: token,
      progress: done,
      message,
      ...(total === undefined ? {} : { total }),
    };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** A failure where the protocol has no result for one. */
export function toProtocolError(thrown: unknown): Error {
  if (thrown instanceof ProtocolError) return thrown;
  const { code, message, hint } = toSlipboxError(thrown);
  const isFault = code === 'INTERNAL' || code === 'IO_ERROR' || code === 'CANCELLED';
  return new ProtocolError(
    isFault ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    `${code}: ${message}. ${hint.replaceAll('{prefix}', '')}`,
    { code },
  );
}
