import { type Engine, owner, type SlipboxError, toSlipboxError } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { selectTools, soleDialect } from '../../tools/registry.ts';
import { createLog } from '../log.ts';

/**
 * Says at the start which of the notebooks a server was given cannot be used. It serves all the same: the folder may
 * appear later. Without this the first to learn of a mistyped path would be a model, from a failed call.
 */
export async function warnOfNotebooks(engine: Engine): Promise<void> {
  const { config } = engine;
  if (soleDialect(selectTools(config))?.alone !== undefined) return;
  const log = createLog(config.logLevel);
  const call = { caller: owner, signal: new AbortController().signal, progress: () => undefined };
  const { flagNotebooks: flags, envNotebook: variable } = config;
  for (const [place, named] of (flags.length > 0 ? flags : [variable]).entries()) {
    try {
      // the first is the current one: asked for like this, it is known already when the first call asks for it
      await engine.notebook(place === 0 ? undefined : named?.value, call);
    } catch (thrown) {
      const error = toSlipboxError(thrown);
      // registered ones can still be named in a call
      if (named === undefined && isOneOfSeveral(error)) continue;
      const text = `${error.code}: ${describe(error, named?.from)}`;
      log.warn(printable(text.replaceAll('{prefix}', config.toolPrefix)));
    }
  }
}

function isOneOfSeveral({ code, details }: SlipboxError): boolean {
  return code === 'NOTEBOOK_NOT_FOUND' && Array.isArray(details?.known) && details.known.length > 0;
}

function describe({ code, message, hint, details }: SlipboxError, from: string | undefined): string {
  if (code !== 'NOTEBOOK_NOT_FOUND') return `${message}. ${hint}`;
  if (from === undefined)
    return `${message}. Start with --notebook DIR, or run slipbox notebook register DIR; calls fail until then`;
  if (details?.candidates !== undefined) return `${message}. Name it by its path in ${from}`;
  return `${message} (${from}). Create that folder or correct ${from}; calls fail until then`;
}
