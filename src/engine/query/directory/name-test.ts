import vm from 'node:vm';
import { SlipboxError } from '../../errors.ts';
import { compileGlob } from '../../vault/glob.ts';

const longestFilter = 500;
/** A regular expression can be written so that it takes for ever; in a context of its own it can be stopped. */
const timeLimit = 250;
const testAll = new vm.Script('((tests) => names.map((name) => tests.test(name)))(pattern)');
let context: vm.Context | undefined;

/** Which of the names a filter lets through: a regular expression, or a glob where it is none. Case does not matter. */
export function testNames(filter: string, names: readonly string[]): boolean[] {
  if (filter.length > longestFilter) throw invalid(`longer than ${longestFilter} characters`);
  const pattern = findPattern(filter.normalize('NFC'));
  if (pattern === undefined) {
    const test = compileGlob(filter.toLowerCase());
    return names.map((name) => test(name.toLowerCase()));
  }
  context ??= vm.createContext({});
  try {
    Object.assign(context, { names, pattern });
    return testAll.runInContext(context, { timeout: timeLimit }) as boolean[];
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? invalid('it takes too long to match')
      : error;
  } finally {
    Object.assign(context, { names: undefined, pattern: undefined });
  }
}

function findPattern(filter: string): RegExp | undefined {
  try {
    return new RegExp(filter, 'i');
  } catch {
    return undefined;
  }
}

function invalid(why: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `Invalid filter: ${why}`, {
    hint: 'Give a simple regular expression, or a glob such as *.md',
    details: { parameter: 'filter' },
  });
}
