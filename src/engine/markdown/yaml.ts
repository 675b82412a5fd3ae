import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type ScalarTag,
  type Tags,
} from 'yaml';
import { parseFastYaml } from './yaml-fast.ts';
import { parseNumber } from './yaml-scalar.ts';

export interface Frontmatter {
  data: Record<string, unknown>;
  warning: string | undefined;
}

/** The full parser takes no more. */
export const longestYaml = 64 * 1024;
const maxDepth = 64;
const maxNodes = 100_000;
const maxAliases = 1000;

class YamlTooLarge extends Error {}

const numberTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/,
  resolve: parseNumber,
};

// Hexadecimal, octal and .inf have no JSON number that shows what was typed: without their tags they stay text.
function customTags(tags: Tags): Tags {
  const kept = tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag));
  return [...kept, numberTag];
}

interface Walk {
  lines: LineCounter;
  nodes: number;
  aliases: number;
  anchors: Map<string, unknown>;
  /** Depth of aliases being written out: anchors inside them were taken already. */
  expanding: number;
  duplicate: string | undefined;
}

/** Fences take the first line of a file, so its lines are one ahead of those of the YAML. */
function fileLine(lines: LineCounter, offset: number): number {
  return lines.linePos(offset).line + 1;
}

function keyText(key: unknown): string {
  if (isScalar(key)) return key.source ?? String(key.value);
  if (key === null || key === undefined) return 'null';
  return JSON.stringify(key) ?? String(key);
}

function setProperty(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else target[key] = value;
}

// Not `alias.resolve`, which walks the document for each alias.
function findAnchor(walk: Walk, alias: Alias): unknown {
  const node = walk.anchors.get(alias.source);
  if (node === undefined) throw new Error(`Unresolved alias ${alias.source}`);
  return node;
}

function toJson(walk: Walk, node: unknown, depth: number): unknown {
  if (++walk.nodes > maxNodes || depth > maxDepth) throw new YamlTooLarge();
  if (isAlias(node)) {
    if (++walk.aliases > maxAliases) throw new YamlTooLarge();
    walk.expanding++;
    const value = toJson(walk, findAnchor(walk, node), depth + 1);
    walk.expanding--;
    return value;
  }
  if (walk.expanding === 0 && isNode(node) && node.anchor) walk.anchors.set(node.anchor, node);
  if (isMap(node)) {
    const data: Record<string, unknown> = {};
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const key = keyText(isAlias(pair.key) ? findAnchor(walk, pair.key) : pair.key);
      if (Object.hasOwn(data, key)) {
        const range = isScalar(pair.key) ? pair.key.range : undefined;
        walk.duplicate ??= `${JSON.stringify(key)}${range ? ` on line ${fileLine(walk.lines, range[0])}` : ''}`;
      }
      setProperty(data, key, toJson(walk, pair.value, depth + 1));
    }
    return data;
  }
  if (isSeq(node)) return node.items.map((item) => toJson(walk, item, depth + 1));
  if (!isScalar(node)) return null;
  const { value } = node;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return node.source ?? String(value);
}

/** The full parser, for what the fast path leaves to it; exported so that the two can be compared. */
export function parseFullYaml(yaml: string): Frontmatter {
  if (yaml.length > longestYaml) return { data: {}, warning: 'Frontmatter is too large to be read' };
  try {
    const lines = new LineCounter();
    const document = parseDocument(yaml, {
      schema: 'core',
      customTags,
      uniqueKeys: false,
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
      stringKeys: false,
    });
    const error = document.errors[0];
    if (error?.message.includes('call stack')) throw new YamlTooLarge();
    if (error !== undefined) {
      return { data: {}, warning: `Invalid YAML on line ${fileLine(lines, error.pos[0])}: ${error.message}` };
    }
    if (document.contents === null) return { data: {}, warning: undefined };
    if (!isMap(document.contents)) {
      if (isScalar(document.contents) && document.contents.value === null)
        return { data: {}, warning: undefined };
      return { data: {}, warning: 'Frontmatter on line 2 is not a list of properties' };
    }
    const walk: Walk = {
      lines,
      nodes: 0,
      aliases: 0,
      anchors: new Map(),
      expanding: 0,
      duplicate: undefined,
    };
    const data = toJson(walk, document.contents, 0) as Record<string, unknown>;
    const warning = walk.duplicate && `Duplicate property ${walk.duplicate}: the last one counts`;
    return { data, warning };
  } catch (error) {
    if (error instanceof YamlTooLarge || error instanceof RangeError) {
      return { data: {}, warning: 'Frontmatter is nested too deeply or expands too far to be read' };
    }
    return {
      data: {},
      warning: `Invalid YAML on line 2: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Properties as JSON values. What is broken gives no properties and a warning, never an exception. */
export function parseFrontmatter(yaml: string): Frontmatter {
  const data = parseFastYaml(yaml);
  return data === undefined ? parseFullYaml(yaml) : { data, warning: undefined };
}
