/** Longer headings stay as they are written: the patterns below are only for lines a person writes. */
const maxLength = 2000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function reduceText(text: string): string {
  return text
    .replace(
      /!?\[\[([^[\]|\n]{1,500})(?:\|([^\]\n]{0,500}))?\]\]/g,
      (_, path: string, alias?: string) => alias || path,
    )
    .replace(/!\[([^[\]]{0,500})\](?:\((?:[^()]|\([^()]{0,500}\)){0,1000}\)|\[[^[\]]{0,500}\])/g, '$1')
    .replace(
      /\[((?:[^[\]\\]|\\.|\[[^[\]]{0,500}\]){0,1000})\](?:\((?:[^()]|\([^()]{0,500}\)){0,1000}\)|\[[^[\]]{0,500}\])/g,
      '$1',
    )
    .replace(/\[\^[^[\]\s]{1,100}\]/g, '')
    .replace(/<((?:https?|mailto):[^<>\s]{1,1000})>/gi, '$1')
    .replace(/<!--.{0,1000}?-->|<\/?[A-Za-z][A-Za-z0-9-]{0,40}(?:\s[^<>]{0,1000})?\/?>/g, '')
    .replace(/(?<![\\*])(\*{1,3})(?=[^\s*])([^*]{1,500}[^\s*]|[^\s*])\1(?!\*)/g, '$2')
    .replace(/(?<![\p{L}\p{N}\\_])(_{1,3})(?=[^\s_])([^_]{1,500}[^\s_]|[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/(~~|==)(?=\S)([^~=]{1,500})\1/g, '$2')
    .replace(/[ \t]\^[A-Za-z0-9-]{1,100}$/, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name]!);
}

/** Stands for a code span while the text around it is reduced; two code points that are never characters. */
const placeholder = /\ufdd0(\d+)\ufdd1/g;

/** Inline markup reduced to what a reader sees. */
export function renderPlainText(markup: string): string {
  if (!/[\\`*_[<&~=^]/.test(markup) || markup.length > maxLength) return markup.trim();
  const spans: string[] = [];
  const masked = markup
    .replace(/[\ufdd0\ufdd1]/g, '')
    .replace(/(?<![`\\])(`+)(?!`)(.{1,500}?)(?<!`)\1(?!`)/g, (_, _fence, inside: string) => {
      spans.push(inside.trim());
      return `\ufdd0${spans.length - 1}\ufdd1`;
    });
  const reduced = reduceText(masked).replace(placeholder, (_, index: string) => spans[Number(index)]!);
  return reduced.replace(/\s+/g, ' ').trim();
}
