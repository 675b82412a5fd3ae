/** A call that every tool can answer in the fixture notebook. */
export const sampleCalls: Readonly<Record<string, Record<string, unknown>>> = {
  opennotes_search: { query: 'task' },
  opennotes_list: { sortBy: 'path' },
  opennotes_get: { path: '@projects/alpha.md' },
  opennotes_create: { title: 'New idea', path: 'ideas', content: 'Text.', data: { code: '007', rank: 5 } },
  opennotes_notebooks: {},
  opennotes_views: { view: 'tags' },
};
