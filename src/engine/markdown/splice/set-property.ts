import { isMap } from 'yaml';
import { SlipboxError } from '../../errors.ts';
import { findFrontmatter } from '../frontmatter-block.ts';
import { renderField, renderFlow } from '../render-frontmatter.ts';
import { type Frontmatter, longestYaml, parseFrontmatter, parseFullYaml } from '../yaml.ts';
import { type Edited, edit, type Splice } from './apply-splices.ts';
import { type EditSource, editMap, editValue } from './edit-value.ts';
import { canonicalJson, toJsonValue, withMember } from './json-value.ts';
import { findLineEnd, type LineEnd, lineStart, nextLine, withLineEnds } from './line-ends.ts';
import { findListStyle, renderPair } from './render-value.ts';
import { type Collection, findItems, type Item, parseSource } from './yaml-places.ts';

/** One property set, or removed with null: only its own lines change, and every other property reads as before. */
export function setProperty(text: string, name: string, value: unknown): Edited {
  if (name.trim() === '' || !name.isWellFormed())
    throw new SlipboxError('INVALID_PARAMS', `property: ${JSON.stringify(name)} is no name for a property`, {
      hint: 'Name the property to set',
      details: { parameter: 'property' },
    });
  const wanted = toJsonValue(value) ?? undefined;
  const block = findFrontmatter(text);
  if (block === undefined)
    return wanted === undefined ? { text, splices: [] } : createBlock(text, name, wanted);
  const yaml = text.slice(block.yamlStart, block.yamlEnd);
  const before = getProperties(name, yaml);
  const root = parseSource(yaml);
  const items = isMap(root) ? findItems(yaml, root) : [];
  if (items === undefined) throw refusal(name, 'its place in the frontmatter cannot be made out');
  const own = findOwn(items, name);
  const key = own?.key ?? name;
  if (
    canonicalJson(before.data[key]) === canonicalJson(wanted) &&
    (own !== undefined) === (wanted !== undefined)
  )
    return { text, splices: [] };
  const expected = canonicalJson(withMember(before.data, key, wanted));
  const lineEnd = findLineEnd(text.slice(block.start, block.end)) ?? '\n';
  let fault: string | undefined;
  for (const splices of findWays({ yaml, lineEnd, root, items, own, key, wanted, before })) {
    const moved = splices.map((splice) => ({
      start: splice.start + block.yamlStart,
      end: splice.end + block.yamlStart,
      text: splice.text,
    }));
    const edited = edit(text, moved);
    const end = block.yamlEnd + edited.text.length - text.length;
    const found = findFault(edited.text, block.yamlStart, end, expected);
    if (found === undefined) return edited;
    fault ??= found;
  }
  throw refusal(name, findReference(yaml, own) ?? fault ?? notReadBack);
}

function createBlock(text: string, name: string, value: unknown): Edited {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const fence = `---${findLineEnd(text) ?? '\n'}`;
  const lines = withLineEnds(renderField(name, value), findLineEnd(text) ?? '\n');
  const edited = edit(text, [{ start, end: start, text: fence + lines + fence }]);
  const yamlStart = start + fence.length;
  const expected = canonicalJson(withMember({}, name, value));
  const fault = findFault(edited.text, yamlStart, yamlStart + lines.length, expected);
  if (fault === undefined) return edited;
  throw refusal(name, fault);
}

interface Change {
  yaml: string;
  lineEnd: LineEnd;
  root: unknown;
  items: readonly Item[];
  own: Item | undefined;
  key: string;
  wanted: unknown;
  before: Frontmatter;
}

/** Ways to make the change, best first: each is tried by reading what it gives. */
function* findWays(change: Change): Generator<Splice[]> {
  const { yaml, lineEnd, root, items, own, key, wanted, before } = change;
  const style = findListStyle(yaml, items);
  const source: EditSource = { yaml, lineEnd, style, blockText: true };
  if (isMap(root) && root.flow) {
    const data = withMember(before.data, key, wanted);
    const [start, end] = root.range!;
    if (items.length > 0 && Object.keys(data).length > 0)
      yield editMap(source, root as Collection, items, before.data, data);
    else yield [{ start, end, text: renderFlow(data) }];
    return;
  }
  if (own === undefined) {
    const indent = ' '.repeat(items[0]?.column ?? 0);
    const lines = renderPair(key, wanted, style).map((line) => indent + line + lineEnd);
    // Blank lines at the end stay there, unless they are part of a text written as `|+`.
    const end = nextLine(yaml, yaml.trimEnd().length);
    for (const at of yaml.trim() === '' ? [0] : [end, yaml.length])
      yield [{ start: at, end: at, text: lines.join('') }];
    return;
  }
  if (wanted === undefined) {
    const start = lineStart(yaml, own.first);
    const end = nextLine(yaml, own.end);
    yield [{ start, end, text: '' }];
    // Below a text written as `|+` the blank lines that follow would become part of it.
    const blank = /^(?:[ \t]*\r?\n)*/.exec(yaml.slice(end))![0].length;
    yield [{ start, end: end + blank, text: '' }];
    return;
  }
  const edits = (blockText: boolean) =>
    editValue({ ...source, blockText }, own, before.data[key], wanted, false);
  const untagged = own.tags.map(({ start, end }) => ({ start: skipSpacesBack(yaml, start), end, text: '' }));
  // A tag says what kind of value follows it, so it stays with values of the same kind only.
  if (untagged.length > 0 && kindOf(wanted) !== kindOf(before.data[key])) yield [...untagged, ...edits(true)];
  yield edits(true);
  yield edits(false);
  if (untagged.length > 0) yield [...untagged, ...edits(false)];
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function skipSpacesBack(yaml: string, from: number): number {
  let at = from;
  while (at > 0 && yaml.charCodeAt(at - 1) === 32) at--;
  return at;
}

const notReadBack = 'it would not be read as the value given, or others would change with it';

/** What is wrong with the frontmatter after a change: it must lie where it should and say what it should. */
function findFault(text: string, yamlStart: number, yamlEnd: number, expected: string): string | undefined {
  const now = findFrontmatter(text);
  if (now?.yamlStart !== yamlStart || now.yamlEnd !== yamlEnd) return notReadBack;
  const { data, warning } = readProperties(text.slice(yamlStart, yamlEnd));
  if (isInvalid(warning)) return `it would leave invalid frontmatter (${warning})`;
  return canonicalJson(data) === expected ? undefined : notReadBack;
}

/** Longer than the full parser takes, the next value of another kind could make all of it unreadable. */
function readProperties(yaml: string): Frontmatter {
  return yaml.length > longestYaml ? parseFullYaml(yaml) : parseFrontmatter(yaml);
}

function getProperties(name: string, yaml: string): Frontmatter {
  const before = readProperties(yaml);
  if (isInvalid(before.warning))
    throw new SlipboxError(
      'INVALID_PARAMS',
      `Property ${JSON.stringify(name)} cannot be changed: the frontmatter is not valid YAML (${before.warning})`,
      { hint: 'Correct the frontmatter first, by replacing its text', details: { parameter: 'property' } },
    );
  return before;
}

/** A property that is there twice is for people to settle, but does no harm to the others. */
function isInvalid(warning: string | undefined): boolean {
  return warning !== undefined && !warning.startsWith('Duplicate property');
}

function findOwn(items: readonly Item[], name: string): Item | undefined {
  let own = items.filter(({ key }) => key === name);
  if (own.length === 0) {
    const form = name.normalize('NFC');
    own = items.filter(({ key }) => key?.normalize('NFC') === form);
  }
  if (own.length > 1) throw refusal(name, 'the frontmatter has it more than once');
  return own[0];
}

function findReference(yaml: string, own: Item | undefined): string | undefined {
  if (own === undefined) return undefined;
  const rest = `${yaml.slice(0, own.first)} ${yaml.slice(own.end)}`;
  const used = new Set(Array.from(rest.matchAll(/\*([^\s,[\]{}]+)/g), ([, name]) => name));
  for (const [, anchor] of yaml.slice(own.first, own.end).matchAll(/&([^\s,[\]{}]+)/g))
    if (used.has(anchor)) return `another one refers to its anchor &${anchor}`;
  return undefined;
}

function refusal(name: string, reason: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `Property ${JSON.stringify(name)} cannot be changed: ${reason}`, {
    hint: 'Read the note, and change the lines of its frontmatter by replacing their text',
    details: { parameter: 'property' },
  });
}
