import type { ServedTool } from '../../tools/registry.ts';
import { type ServedNames, servedNames } from './served-names.ts';

/** What an argument names, which decides how it is completed. */
export type PromptSubject = 'note' | 'tag' | 'view';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly subject: PromptSubject;
}

type Values = Readonly<Record<string, string>>;

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The argument whose note is put before the text. */
  readonly embeds?: string;
  /** Undefined when the served tools cannot do it. */
  text(names: ServedNames, values: Values): string | undefined;
}

const note = (description: string, required: boolean): PromptArgument => ({
  name: 'note',
  description,
  required,
  subject: 'note',
});

const dailyReview: Prompt = {
  name: 'daily-review',
  title: 'Daily review',
  description: 'Goes through what changed in the notes and says what is open',
  arguments: [
    { name: 'view', description: 'View to go through; today when absent', required: false, subject: 'view' },
    { name: 'tag', description: 'Only notes with this tag', required: false, subject: 'tag' },
  ],
  text({ views, list, read, due }, { view = 'today', tag }) {
    const source = views ? `${views} with view "${view}"` : list && `${list}, last changed first`;
    if (source === undefined || read === undefined) return undefined;
    return steps('Help me review my day in my notes.', [
      `Find the notes to go through: ${source}.${tag ? ` Keep to those tagged ${tag}.` : ''} Take further pages while there are any.`,
      `Read the ones that seem unfinished with ${read}; of a long note the outline and the sections that matter.`,
      due && `Look up tasks that are due: ${due} with range "today", then "overdue".`,
      'Then tell me in short: what moved on, what is open (questions and unchecked tasks, each with the path of its note), and at most three things to do next.',
      'Change nothing unless I ask for it.',
    ]);
  },
};

const findAndLink: Prompt = {
  name: 'find-and-link',
  title: 'Find and link',
  description: 'Finds notes that belong with a note and proposes links to them',
  arguments: [note('The note to link from: a path, or a title that is unique', true)],
  embeds: 'note',
  text({ search, related, links, read, replace }, { note: named = '' }) {
    if (search === undefined) return undefined;
    const found = related ? `Ask ${related} for its neighbours, then search` : 'Search';
    return steps(`Find notes that belong with "${named}" and are not linked from it yet.`, [
      `${found} with ${search} for its two or three main ideas.`,
      links && `See with ${links} what it links to already and leave that out.`,
      read && `Look into the promising ones with ${read} before you propose them.`,
      'Give me a list, best first, at most ten: path, one line why it belongs, and the sentence of the note where the link would stand.',
      replace
        ? `When I agree, put each link in with ${replace}, as [[...]] or in the style the note uses, with the note's etag as ifMatch. Leave every other word as it is.`
        : 'Write each link as I could paste it; nothing can be changed through this server.',
    ]);
  },
};

const tidyBrokenLinks: Prompt = {
  name: 'tidy-broken-links',
  title: 'Tidy broken links',
  description: 'Goes through links that lead nowhere and proposes what they should say',
  arguments: [note('Only the links of this note; of all notes when absent', false)],
  text({ broken, views, search, read, replace, create }, { note: named }) {
    const source = broken ?? (views && `${views} with view "broken-links"`);
    if (source === undefined) return undefined;
    return steps('Help me tidy the links in my notes that lead nowhere.', [
      `List them with ${source}, page by page.${named ? ` Keep to those in "${named}".` : ''}`,
      `Sort them: a target that was renamed or misspelt (the closest name says which${search ? `, or ${search} finds it` : ''}), a note that was never written, a heading that is gone.`,
      read && `Where you are not sure, read the lines around the link with ${read}.`,
      'Show me a table: note and line, the link as it is, what you would make of it, how sure you are.',
      replace
        ? `When I agree, correct each link with ${replace}: the whole link as it stands is the old text, and nothing else changes.${create ? ` A note that is missing is made with ${create} only if I say so.` : ''}`
        : 'Nothing can be changed through this server: give me the corrections to make.',
    ]);
  },
};

const prompts = [dailyReview, findAndLink, tidyBrokenLinks];

function steps(aim: string, lines: readonly (string | undefined)[]): string {
  const given = lines.filter((line) => line !== undefined);
  return [aim, '', ...given.map((line, index) => `${index + 1}. ${line}`)].join('\n');
}

/** The prompts that the served tools can carry out. */
export function findPrompts(tools: readonly ServedTool[]): Prompt[] {
  const names = servedNames(tools);
  return prompts.filter((prompt) => prompt.text(names, {}) !== undefined);
}

export function findPrompt(name: string, tools: readonly ServedTool[]): Prompt | undefined {
  return findPrompts(tools).find((prompt) => prompt.name === name);
}

export function describePrompts(tools: readonly ServedTool[]) {
  return findPrompts(tools).map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: args.map(({ subject: _, ...argument }) => argument),
  }));
}
