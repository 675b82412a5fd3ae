/** UTF-16 offsets into the scanned text; `toByteOffsets` turns them into offsets in the file. */
interface Span {
  start: number;
  end: number;
}

/** The block with both fences and its line ending; the YAML lies between `yamlStart` and `yamlEnd`. */
export interface FrontmatterBlock extends Span {
  yamlStart: number;
  yamlEnd: number;
}

/** `text` is the source of the heading without its markers; the span covers a setext underline too. */
export interface NoteHeading extends Span {
  level: number;
  text: string;
  line: number;
}

export type LinkKind = 'wikilink' | 'embed' | 'markdown' | 'image' | 'reference' | 'autolink';

/** `target` is the destination as written; internal links have their heading or block cut off it. */
export interface NoteLink extends Span {
  kind: LinkKind;
  raw: string;
  target: string;
  heading: string | undefined;
  block: string | undefined;
  alias: string | undefined;
  title: string | undefined;
  external: boolean;
  line: number;
}

/** `tag` comes without its `#`; the span includes it. */
export interface NoteTag extends Span {
  tag: string;
  line: number;
}

export interface NoteBlock extends Span {
  id: string;
  line: number;
}

/** Dates are `YYYY-MM-DD`. `start` is the start date: the place in the text is `span`. */
export interface NoteTask {
  text: string;
  status: string;
  done: boolean;
  indent: number;
  heading: string | undefined;
  line: number;
  span: Span;
  due: string | undefined;
  scheduled: string | undefined;
  start: string | undefined;
  completed: string | undefined;
  priority: string | undefined;
  recurrence: string | undefined;
  tags: string[];
}

/** Where the destination of a reference definition stands, and what it says. */
export interface NoteDefinition {
  destination: string;
  at: number;
}

export interface NoteScan {
  frontmatter: FrontmatterBlock | undefined;
  bodyStart: number;
  lineCount: number;
  headings: NoteHeading[];
  links: NoteLink[];
  tags: NoteTag[];
  tasks: NoteTask[];
  blocks: NoteBlock[];
  /** By label; of several with one label only the first counts. */
  definitions: ReadonlyMap<string, NoteDefinition>;
  words: number;
}
