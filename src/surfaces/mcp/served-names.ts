import type { ServedTool } from '../../tools/registry.ts';

/** What a text may ask for, and the tools that can do it, the best first. */
const tasks = {
  search: ['search_notes', 'opennotes_search', 'vaultLibrarian_searchContent'],
  find: ['opennotes_search'],
  read: ['opennotes_get', 'get_note', 'contentManager_readContent'],
  views: ['opennotes_views'],
  list: ['opennotes_list', 'list_notes', 'obsidian_list_notes'],
  links: ['get_note_links'],
  related: ['get_related_notes'],
  broken: ['find_broken_links'],
  replace: ['contentManager_replaceContent'],
  append: ['contentManager_appendContent'],
  create: ['opennotes_create', 'contentManager_createContent'],
  due: ['directgtd_list_due'],
} as const;

export type ServedNames = { readonly [Task in keyof typeof tasks]: string | undefined };

/** The names that tools for each task are served under: a text must not name a tool that is not there. */
export function servedNames(tools: readonly ServedTool[]): ServedNames {
  const names = new Map(tools.map(({ tool, name }) => [plain(tool.name), name]));
  const pick = (candidates: readonly string[]) =>
    candidates.map((candidate) => names.get(plain(candidate))).find((name) => name !== undefined);
  return Object.fromEntries(
    Object.entries(tasks).map(([task, candidates]) => [task, pick(candidates)]),
  ) as ServedNames;
}

const plain = (name: string) => name.toLowerCase().replaceAll('_', '');
