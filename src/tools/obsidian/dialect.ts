import type { Dialect } from '../define-tool.ts';
import { opennotes } from '../opennotes/dialect.ts';

/** Errors look as in opennotes. */
export const obsidian: Dialect = {
  name: 'obsidian',
  prefix: 'obsidian_',
  keepsPrefix: true,
  renderError: opennotes.renderError,
};
