/** Text with `{{…}}` in it, taken apart once: what is put in later is never read as more than a value. */
export type Template = readonly Part[];
export type Part = { readonly text: string } | { readonly name: string };

const placeholder = /\{\{([^{}]*)\}\}/g;

export function parseTemplate(source: string): Template {
  const parts: Part[] = [];
  let end = 0;
  for (const match of source.matchAll(placeholder)) {
    if (match.index > end) parts.push({ text: source.slice(end, match.index) });
    parts.push({ name: match[1]!.trim() });
    end = match.index + match[0].length;
  }
  if (end < source.length) parts.push({ text: source.slice(end) });
  return parts;
}

export function placeholders(template: Template): string[] {
  return template.flatMap((part) => ('name' in part ? [part.name] : []));
}
