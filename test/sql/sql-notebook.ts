import { runSql, type SqlAnswer } from '../../src/engine/query/sql/run-sql.ts';
import { type OpenNotebook, openNotebook } from '../support/open-notebook.ts';

export interface SqlNotebook extends OpenNotebook {
  /** One page; the whole of a small answer unless told otherwise. */
  query(sql: string, options?: Partial<QueryOptions>): Promise<SqlAnswer>;
  rows(sql: string, options?: Partial<QueryOptions>): Promise<Record<string, unknown>[]>;
}

interface QueryOptions {
  limit: number;
  offset: number;
  timeoutMs: number;
  call: OpenNotebook['call'];
}

export async function openSqlNotebook(files: Record<string, string | Uint8Array>): Promise<SqlNotebook> {
  const notebook = await openNotebook(files);
  const query: SqlNotebook['query'] = async (sql, { call = notebook.call, ...options } = {}) => {
    const { index } = await notebook.engine.notebook(undefined, call);
    return runSql(index, { sql, limit: 1000, offset: 0, timeoutMs: 20_000, ...options }, call);
  };
  return Object.assign(notebook, {
    query,
    rows: async (sql: string, options?: Partial<QueryOptions>) => (await query(sql, options)).rows,
  });
}

/** A little of everything that a table shows. */
export const sampleFiles: Record<string, string> = {
  'index.md': '# Start\n\nSee [[alpha]], [[nowhere]] and [site](https://example.org "Site").\n',
  'projects/alpha.md': `---
title: Project Alpha
status: done
priority: 3
ratio: 1.5
active: true
due: 2026-02-01
tags: [work, urgent]
aliases: [A, First]
nested: { key: deep }
created: 2026-01-10T08:00:00Z
modified: 2026-01-20T09:30:15Z
---
# Alpha

Some words to delete here. Why? Because 100% _sure_ #inline/tag.

\`\`\`js
const a = 1;
\`\`\`

## Tasks

- [ ] call 📅 2026-03-01 #errand
- [x] write ✅ 2026-01-15
  - [ ] nested ⏫

![pic](../img/pic.png) ![[diagram.png]]
`,
  'projects/beta.md':
    '---\nstatus: todo\ntags: work\npriority: high\ncreated: 2026-01-11\n---\n# Beta\n\nBack to [[Project Alpha|the first]] and [[alpha#Tasks]] and [[alpha#Missing]].\n',
  'projects/deep/gamma.MD': '# Gamma\n\nText.\n',
  'notes/中文笔记.md': '---\nstatus: 完成\n---\n# 中文\n\n笔记内容 🎉\n',
  'notes/empty.md': '',
  'notes/broken yaml.md': '---\ntitle: [unclosed\n---\nBody\n',
  'img/pic.png': 'not really a picture',
};
