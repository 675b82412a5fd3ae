import { isIP } from 'node:net';
import { SlipboxError } from '../../../engine/index.ts';

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

export function invalidOption(parameter: string, message: string, { hint }: { hint: string }): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, { hint, details: { parameter } });
}
