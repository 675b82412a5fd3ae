/** Where and why a text is not JSON. The message never quotes the text: the file may be a symlink to something private. */
export interface JsonProblem {
  line: number;
  column: number;
  expected: string;
}

const escapes = new Set('"\\/bfnrt');

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++;
  return at;
}

/** The offset of the first error and what should stand there; undefined for valid JSON. Needs no recursion, so depth is no limit. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const closers: string[] = [];
  let expected = 'a value';
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    const char = text[at];
    if (char === undefined) return expected === 'the end' ? undefined : problemAt(text, at, expected);
    if (expected.startsWith('"," or') && char === ',') {
      expected = closers.at(-1) === '}' ? 'a quoted key' : 'a value';
      at++;
    } else if (expected.endsWith(`"${char}"`) && char === closers.at(-1)) {
      closers.pop();
      expected = afterValue(closers);
      at++;
    } else if (expected === '":"' && char === ':') {
      expected = 'a value';
      at++;
    } else if (expected.startsWith('a quoted key')) {
      const end = char === '"' ? scanString(text, at) : { bad: at, expected };
      if (typeof end !== 'number') return problemAt(text, end.bad, end.expected);
      at = end;
      expected = '":"';
    } else if (expected.startsWith('a value')) {
      if (char === '{' || char === '[') {
        closers.push(char === '{' ? '}' : ']');
        expected = char === '{' ? 'a quoted key or "}"' : 'a value or "]"';
        at++;
        continue;
      }
      const end = char === '"' ? scanString(text, at) : scanLiteral(text, at, expected);
      if (typeof end !== 'number') return problemAt(text, end.bad, end.expected);
      at = end;
      expected = afterValue(closers);
    } else {
      return problemAt(text, at, expected);
    }
  }
}

function afterValue(closers: readonly string[]): string {
  const closer = closers.at(-1);
  return closer === undefined ? 'the end' : `"," or "${closer}"`;
}

type Scanned = number | { bad: number; expected: string };

function scanString(text: string, start: number): Scanned {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') return at + 1;
    if (char < ' ') return { bad: at, expected: 'the closing quote of a string' };
    if (char !== '\\') continue;
    at++;
    const letter = text[at] ?? '';
    if (letter === 'u' && /^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5))) at += 4;
    else if (!escapes.has(letter)) return { bad: at, expected: 'a valid escape after "\\"' };
  }
  return { bad: text.length, expected: 'the closing quote of a string' };
}

function scanLiteral(text: string, at: number, expected: string): Scanned {
  const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
  literal.lastIndex = at;
  return literal.test(text) ? literal.lastIndex : { bad: at, expected };
}

function problemAt(text: string, offset: number, expected: string): JsonProblem {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1, expected };
}
