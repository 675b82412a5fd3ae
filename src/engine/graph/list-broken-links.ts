import type { Page } from '../db/queries/links.ts';
import { summariesByIds } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { type BrokenLinkRow, findBrokenLinks } from './broken-links.ts';

export interface BrokenEntry extends Pick<BrokenLinkRow, 'line' | 'raw' | 'target' | 'reason' | 'closest'> {
  source: string;
}

export interface BrokenLinksQuestion extends ThreadQuestion {
  name: 'brokenLinks';
  input: Page;
  output: { rows: BrokenEntry[]; total: number } & LookedAt;
}

export function answerBrokenLinks(view: ThreadView, page: Page): BrokenLinksQuestion['output'] {
  const { links, total } = findBrokenLinks(view, page);
  const notes = summariesByIds(view.db, [...new Set(links.map(({ note }) => note))]);
  const rows = links.map(({ path, line, raw, target, reason, closest }) => ({
    source: path,
    line,
    raw,
    target,
    reason,
    closest,
  }));
  return { rows, total, ...lookAt(view.root, notes) };
}
