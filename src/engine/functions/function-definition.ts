import { SlipboxError } from '../errors.ts';
import type { ParameterType } from '../views/view-definition.ts';

export type FunctionLanguage = 'sql' | 'js';

/** A parameter with a default may be left out. */
export interface FunctionParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly default?: ArgumentValue;
  readonly description?: string;
}

/** Dates are days as text; a token such as `today-7` when it is a default. */
export type ArgumentValue = string | number | boolean | readonly string[];

export interface FunctionPlace {
  readonly name: string;
  readonly language: FunctionLanguage;
  /** Relative to the notebook. */
  readonly path: string;
}

export interface CustomFunction extends FunctionPlace {
  readonly source: string;
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
}

/** A file that cannot be a function, with the line that is wrong where one is. */
export function invalidFunction(
  { name, path }: Omit<FunctionPlace, 'language'>,
  problem: string,
  options: { line?: number; hint?: string } = {},
): SlipboxError {
  const { line, hint = 'Correct the file, then try again' } = options;
  const at = line === undefined ? '' : `, line ${line}`;
  return new SlipboxError('CONFIG_INVALID', `Invalid function ${name} in ${path}${at}: ${problem}`, {
    hint,
    details: { function: name, path, ...(line === undefined ? {} : { line }) },
  });
}
