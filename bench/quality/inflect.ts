export type VerbForm = 'base' | 'third' | 'past' | 'ing';

const endsInConsonantAndY = /[^aeiou]y$/;
const takesEs = /(s|x|z|ch|sh)$/;

/** A regular verb in one of its forms; a `+` after it says that its last letter is doubled. */
export function verb(entry: string, form: VerbForm): string {
  const doubles = entry.endsWith('+');
  const base = doubles ? entry.slice(0, -1) : entry;
  const long = doubles ? base + base.at(-1)! : base;
  switch (form) {
    case 'base':
      return base;
    case 'third':
      return plural(base);
    case 'past':
      return base.endsWith('e')
        ? `${base}d`
        : endsInConsonantAndY.test(base)
          ? `${base.slice(0, -1)}ied`
          : `${long}ed`;
    case 'ing':
      return base.endsWith('e') && !base.endsWith('ee') ? `${base.slice(0, -1)}ing` : `${long}ing`;
  }
}

export function plural(noun: string): string {
  if (endsInConsonantAndY.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (noun.endsWith('lf') || noun.endsWith('af')) return `${noun.slice(0, -1)}ves`;
  return takesEs.test(noun) ? `${noun}es` : `${noun}s`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function withArticle(text: string): string {
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`;
}
