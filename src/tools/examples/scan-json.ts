/**
 * Where the JSON value that begins at `start` ends, by its brackets and quotes alone; undefined when it never does. A value
 * without brackets or quotes ends with its line.
 */
export function findJsonEnd(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"') return findStringEnd(text, start);
  if (first !== '{' && first !== '[') {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = findStringEnd(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function findStringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

export type Parsed = { value: unknown; fault?: undefined } | { fault: string };

export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: (error as Error).message.slice(0, 200) };
  }
}
