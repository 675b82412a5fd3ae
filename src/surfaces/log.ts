const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof levels)[number];

export interface Log {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
  debug(message: string): void;
}

/** One line per message on stderr: on a stdio server stdout carries only the protocol. */
export function createLog(
  level: LogLevel,
  write = (line: string): unknown => process.stderr.write(line),
): Log {
  const at = (mine: LogLevel) =>
    levels.indexOf(mine) <= levels.indexOf(level)
      ? (message: string) => void write(`slipbox ${mine}: ${message.replaceAll(/\s*\n\s*/g, ' | ')}\n`)
      : () => undefined;
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
