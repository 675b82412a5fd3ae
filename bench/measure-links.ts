import { timeCalls } from './measure-calls.ts';
import { createRandom } from './random.ts';
import type { Row } from './report.ts';
import type { Subject } from './subject.ts';

type Limits = Readonly<Record<number, number | undefined>>;

/** At ten times the notes at most four times as long. */
const BACKLINKS: Limits = { 10000: 3, 100000: 12 };
const BY_LINKS: Limits = { 10000: 10, 100000: 40 };
const BROKEN: Limits = { 10000: 20, 100000: 80 };

/** The link tools over stdio; the first note of the plan is the hub, with more than a tenth as many backlinks as there are notes. */
export async function measureLinks(subject: Subject): Promise<Row[]> {
  const random = createRandom(1, -6);
  const anyNote = () => subject.paths[(random() * subject.paths.length) | 0]!;
  const hub = subject.paths[0]!;
  const server = subject.serve(subject.indexedCache());
  const measure = (tool: string, name: string, limits: Limits, args: () => Record<string, unknown>) =>
    timeCalls(server, subject.size, tool, name, limits[subject.size], args);
  try {
    await server.initialize();
    // what a first index leaves for idle moments is not part of a call's time
    const { content } = await server.call('find_broken_links', { limit: 1 });
    const { total } = content.pagination as { total: number };
    return [
      await measure('get_backlinks', 'backlinks of the hub', BACKLINKS, () => ({ identifier: hub })),
      await measure('get_backlinks', 'backlinks of any note', BACKLINKS, () => ({ identifier: anyNote() })),
      await measure('get_note_links', 'links of any note', BACKLINKS, () => ({ identifier: anyNote() })),
      await measure('search_by_links', 'search by links, to the hub', BY_LINKS, () => ({
        has_links_to: [hub],
      })),
      await measure('search_by_links', 'search by links, to any of two notes', BY_LINKS, () => ({
        has_links_to: [anyNote(), anyNote()],
      })),
      await measure('search_by_links', 'search by links, with broken ones, from any note', BY_LINKS, () => ({
        linked_from: [anyNote()],
        broken_links: true,
      })),
      await measure('find_broken_links', 'broken links', BROKEN, () => ({})),
      await measure('find_broken_links', 'broken links, any page', BROKEN, () => ({
        offset: (random() * total) | 0,
      })),
    ];
  } finally {
    await server.stop();
  }
}
