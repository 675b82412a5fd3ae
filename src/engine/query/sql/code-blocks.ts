export interface CodeBlock {
  language: string;
  code: string;
  line_number: number;
}

const opening = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\n]*)$/;

/** Fenced code blocks, also in quotes and lists; one that is not closed goes on to the end. */
export function findCodeBlocks(text: string, from: number, firstLine: number): CodeBlock[] {
  const found: CodeBlock[] = [];
  let open: { fence: string; prefix: string; block: CodeBlock; lines: string[] } | undefined;
  let line = firstLine;
  for (let at = from; at < text.length; line++) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const content = text.slice(at, end).replace(/\r$/, '');
    at = newline === -1 ? text.length : newline + 1;
    if (open) {
      const inner = withoutPrefix(content, open.prefix);
      if (closes(inner, open.fence)) {
        open.block.code = open.lines.join('\n');
        open = undefined;
      } else open.lines.push(inner);
      continue;
    }
    // A long line is no fence; looking at its start is enough and keeps this linear.
    const match = content.length > 1000 ? null : opening.exec(content);
    const [, prefix, fence, info] = match ?? [];
    if (prefix === undefined || fence === undefined || info === undefined) continue;
    if (fence.startsWith('`') && info.includes('`')) continue;
    const block = { language: info.trim().split(/\s+/)[0] ?? '', code: '', line_number: line };
    found.push(block);
    open = { fence, prefix: prefix.replace(/[^ \t>]/g, ' '), block, lines: [] };
  }
  if (open) open.block.code = open.lines.join('\n');
  return found;
}

/** Takes off the quote marks and the indentation that the fence has too, as far as they are there. */
function withoutPrefix(line: string, prefix: string): string {
  let at = 0;
  for (const char of prefix) {
    const found = line[at];
    if (char === '>' ? found === '>' : found === ' ' || found === '\t') at++;
    else break;
  }
  return line.slice(at);
}

function closes(line: string, fence: string): boolean {
  const bare = line.trim();
  return (
    bare.length >= fence.length && [...bare].every((char) => char === fence[0]) && !/^(?: {4}|\t)/.test(line)
  );
}
