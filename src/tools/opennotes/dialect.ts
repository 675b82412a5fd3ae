import type { SlipboxError } from '../../engine/index.ts';
import type { Dialect } from '../define-tool.ts';
import { shortenValue } from '../shorten.ts';

const longestText = 2_000;
const largestDetails = 8_000;

export const opennotes: Dialect = {
  name: 'opennotes',
  prefix: 'opennotes_',
  renderError,
};

function renderError(error: SlipboxError, rename: (text: string) => string): Record<string, unknown> {
  return {
    error: true,
    message: shortenValue(error.message, longestText),
    code: error.code,
    hint: shortenValue(rename(error.hint), longestText),
    ...(error.details === undefined ? {} : { details: shortenValue(error.details, largestDetails) }),
  };
}
