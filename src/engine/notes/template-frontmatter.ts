import { isCollection, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { mayBePlain, renderFlow, renderQuoted, renderText } from '../markdown/render-frontmatter.ts';
import { type FieldList, findProblem, parseFields } from './template-fields.ts';
import { oneLine, type Piece, pieceText, splitTokens, type TokenValues } from './template-tokens.ts';

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The frontmatter of a template with its tokens filled in. Each value is written as the place demands, so that no
 * title can change which properties there are; what holds no token keeps its bytes.
 */
export function expandFields(yaml: string, values: TokenValues): FieldList | { problem: string } {
  const pieces = splitTokens(yaml, values);
  if (pieces.every((piece) => piece.kind === 'text')) return parseFields(yaml);
  const marks = markPieces(pieces);
  const problem = findProblem(marks.text);
  return problem === undefined ? parseFields(expandMarks(marks)) : { problem };
}

function expandMarks(marks: Marks): string {
  const splices: Splice[] = [];
  const document = parseDocument(marks.text, { uniqueKeys: false, logLevel: 'silent' });
  visit(document, {
    Scalar(key, node, path) {
      if (!node.range || !marks.occursIn(marks.text.slice(node.range[0], node.range[1]))) return;
      const inFlow = path.some((above) => isCollection(above) && above.flow === true);
      splices.push({
        start: node.range[0],
        end: node.range[1],
        text: expandScalar(node, marks, { inFlow, isKey: key === 'key' }),
      });
    },
  });
  // tokens outside of values are in comments
  return applySplices(marks.text, splices, (rest) => marks.fill(rest, (piece) => oneLine(pieceText(piece))));
}

interface Place {
  readonly inFlow: boolean;
  readonly isKey: boolean;
}

function expandScalar(node: Scalar & Node, marks: Marks, place: Place): string {
  const source = marks.text.slice(node.range![0], node.range![1]);
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') return expandBlock(source, marks);
  const whole = marks.findWhole(source);
  if (whole !== undefined && !place.isKey) return renderPiece(whole, place.inFlow);
  const text = marks.fill(String(node.value), pieceText);
  return node.type === 'PLAIN' ? renderText(text, place.inFlow) : renderQuoted(text);
}

/** A token that is all of a value keeps its type: a list stays a list, and a year is a number as if typed. */
function renderPiece(piece: Piece, inFlow: boolean): string {
  if (piece.kind === 'date')
    return mayBePlain(piece.text) && !(inFlow && /[,[\]{}]/.test(piece.text))
      ? piece.text
      : renderText(piece.text, inFlow);
  const value = piece.kind === 'text' ? piece.text : piece.value;
  if (value === undefined || value === null) return inFlow ? 'null' : '';
  return typeof value === 'string' ? renderText(value, inFlow) : renderFlow(value);
}

/** Lines of a value inside a block text are indented like the line they stand in. */
function expandBlock(source: string, marks: Marks): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  return source.replaceAll(/^.*$/gm, (line) => {
    const indent = /^[ \t]*/.exec(line)![0];
    return marks.fill(line, (piece) => pieceText(piece).replaceAll(/\r?\n/g, `${newline}${indent}`));
  });
}

interface Marks {
  /** The template with a plain word in the place of each token, so that it can be read as YAML. */
  readonly text: string;
  occursIn(text: string): boolean;
  findWhole(source: string): Piece | undefined;
  fill(text: string, render: (piece: Piece) => string): string;
}

/** A mark is a number between two characters that the template does not use. */
function markPieces(pieces: readonly Piece[]): Marks {
  const used = new Set(pieces.flatMap((piece) => (piece.kind === 'text' ? [...piece.text] : [])));
  let unit = 0xe000;
  while (used.has(String.fromCharCode(unit)) && unit < 0xf8ff) unit++;
  const char = String.fromCharCode(unit);
  const mark = new RegExp(`${char}(\\d+)${char}`, 'g');
  return {
    text: pieces
      .map((piece, index) => (piece.kind === 'text' ? piece.text : `${char}${index}${char}`))
      .join(''),
    occursIn: (text) => text.includes(char),
    findWhole(source) {
      const match = new RegExp(`^${mark.source}$`).exec(source);
      return match === null ? undefined : pieces[Number(match[1])];
    },
    fill: (text, render) => text.replace(mark, (_, index: string) => render(pieces[Number(index)]!)),
  };
}

function applySplices(text: string, splices: readonly Splice[], fill: (rest: string) => string): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of [...splices].sort((one, other) => one.start - other.start)) {
    result += fill(text.slice(at, start)) + inserted;
    at = end;
  }
  return result + fill(text.slice(at));
}
