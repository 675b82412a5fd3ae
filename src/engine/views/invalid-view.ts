import { SlipboxError } from '../errors.ts';
import { tokenNames } from './date-tokens.ts';
import { placeholders, type Template } from './template.ts';
import type { ViewParameter } from './view-definition.ts';

/** Which view is being read, and from where; one about to be saved stands in no file yet. */
export interface ViewPlace {
  readonly view: string;
  readonly file: string | undefined;
  /** Where in a query text, counted from 1. */
  readonly position?: number | undefined;
}

/** A definition that cannot be used, with the key that is wrong. */
export function invalidView(
  { view, file, position }: ViewPlace,
  key: string,
  what: string,
  hint?: string,
): SlipboxError {
  const problem = position === undefined ? what : `at position ${position}, ${what}`;
  if (file === undefined)
    return new SlipboxError('INVALID_PARAMS', `Invalid ${key}: ${problem}`, {
      ...(hint === undefined ? {} : { hint }),
      details: { parameter: key, view, ...(position === undefined ? {} : { position }) },
    });
  const at = key === '' ? '' : `, "${key.slice(0, 120)}"`;
  return new SlipboxError('CONFIG_INVALID', `Invalid view ${view.slice(0, 80)} in ${file}${at}: ${problem}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { file, view, ...(key === '' ? {} : { key }) },
  });
}

/** Every `{{…}}` must be a parameter of the view or a date token: text left as it is would match nothing, silently. */
export function checkPlaceholders(
  place: ViewPlace,
  key: string,
  template: Template,
  parameters: readonly ViewParameter[],
): void {
  for (const name of placeholders(template)) {
    if (parameters.some((parameter) => parameter.name === name)) continue;
    if (/^env\s*:/i.test(name))
      throw invalidView(
        place,
        key,
        `{{${name}}} is refused: a view may not read the environment`,
        'Make it a parameter of the view, with a default',
      );
    if (!isToken(name)) throw unknownPlaceholder(place, key, name, parameters);
  }
}

function isToken(name: string): boolean {
  const match = /^([a-z_]+)(?:\s*[+-]\s*\d{1,5})?$/i.exec(name);
  return match !== null && tokenNames.includes(match[1]!.toLowerCase());
}

function unknownPlaceholder(
  place: ViewPlace,
  key: string,
  name: string,
  parameters: readonly ViewParameter[],
): SlipboxError {
  const own = parameters.map((parameter) => parameter.name);
  const parts = [
    own.length > 0 ? `parameters: ${own.join(', ')}` : 'it declares no parameters',
    `date tokens: ${tokenNames.join(', ')}, each also as {{today-7}}`,
  ];
  return invalidView(place, key, `unknown {{${name.slice(0, 80)}}} (${parts.join('; ')})`);
}
