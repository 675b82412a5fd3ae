import {
  findNeighbourhood,
  type LinkDirection,
  linkDirections,
  type Neighbourhood,
  SlipboxError,
} from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { type Command, optionText, type ParsedCommand } from './command.ts';
import { type GraphFormat, graphFormats, renderGraph } from './render-graph.ts';

const mostNotes = 2000;

export const graphCommand: Command = {
  words: ['graph'],
  prominent: true,
  summary: 'Draw the notes around a note',
  description:
    'Show which notes link to which around a note: as a Mermaid flowchart (for any Markdown viewer that draws it), for Graphviz, or as JSON.',
  positionals: [{ name: 'note', required: true, description: 'Path, id, title, alias or file name' }],
  options: [
    { name: 'depth', type: 'string', value: 'N', description: 'How many links away, 1 to 10 (default 2)' },
    {
      name: 'format',
      type: 'string',
      value: graphFormats.join('|'),
      description: 'What to print (default mermaid)',
    },
    {
      name: 'direction',
      type: 'string',
      value: linkDirections.join('|'),
      description: 'Links from the note on, to it, or both (default both)',
    },
    {
      name: 'limit',
      short: 'n',
      type: 'string',
      value: 'N',
      description: `Notes at most, up to ${mostNotes} (default 100)`,
    },
  ],
  async run(parsed, { withEngine, terminal, signal, json, caller }) {
    const format = json ? 'json' : choose<GraphFormat>(parsed, 'format', graphFormats, 'mermaid');
    const query = {
      note: noteOf(parsed),
      depth: wholeNumber(parsed, 'depth', 10, 2),
      direction: choose<LinkDirection>(parsed, 'direction', linkDirections, 'both'),
      limit: wholeNumber(parsed, 'limit', mostNotes, 100),
    };
    const progress = ({ message }: { message: string }) => terminal.progress(message);
    const call = { caller, signal, progress };
    const graph = await withEngine((engine) => findNeighbourhood(engine, query, call));
    terminal.progress('');
    const text = renderGraph(graph, format);
    terminal.out(terminal.isTty ? printable(text) : text);
    const notice = describe(graph, query.limit);
    if (notice !== '') terminal.err(`${terminal.style.dim(notice)}\n`);
    return 0;
  },
};

function noteOf({ positionals }: ParsedCommand): string {
  const note = positionals[0];
  if (note !== undefined && note !== '') return note;
  throw invalid('note', 'Missing argument: note');
}

function choose<Value extends string>(
  { values }: ParsedCommand,
  name: string,
  allowed: readonly Value[],
  otherwise: Value,
): Value {
  const text = optionText(values[name]);
  if (text === undefined) return otherwise;
  const chosen = allowed.find((value) => value === text);
  if (chosen === undefined)
    throw invalid(name, `${name}: expected one of ${allowed.join(', ')}, got ${text.slice(0, 80)}`);
  return chosen;
}

/** Values above the maximum are lowered to it, as everywhere. */
function wholeNumber({ values }: ParsedCommand, name: string, most: number, otherwise: number): number {
  const text = optionText(values[name]);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < 1)
    throw invalid(name, `${name}: expected a whole number from 1, got ${text.slice(0, 80)}`);
  return Math.min(number, most);
}

function invalid(parameter: string, message: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, { details: { parameter } });
}

function describe({ nodes, truncated }: Neighbourhood, limit: number): string {
  if (truncated) return `More notes are within reach: only the nearest ${limit} are shown; see --limit`;
  return nodes.length === 1 ? 'No links to show' : '';
}
