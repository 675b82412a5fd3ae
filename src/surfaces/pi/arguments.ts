import { publishSchema, type ServedTool } from '../../tools/registry.ts';
import type { Schema } from '../../tools/validate.ts';
import { mostBytes } from './settings.ts';

type Arguments = Record<string, unknown>;

/** The parameters as the model sees them: plain JSON Schema, which pi takes as it takes TypeBox. */
export function publishParameters({ input }: ServedTool): Record<string, unknown> {
  const schema = publishSchema(input);
  const { maxBytes } = (schema.properties ?? {}) as Record<string, Schema>;
  if (maxBytes !== undefined) maxBytes.maximum = mostBytes;
  return schema;
}

/** pi would refuse a value above a maximum that Slipbox lowers to it; so it is lowered before pi looks. */
export function lowerToMaximum({ input }: ServedTool, args: unknown): unknown {
  if (!isArguments(args)) return args;
  const lowered: Arguments = { ...args };
  for (const [name, { maximum, clamp }] of Object.entries((input as Schema).properties ?? {})) {
    if (clamp !== true || maximum === undefined) continue;
    const most = name === 'maxBytes' ? mostBytes : maximum;
    const given = typeof lowered[name] === 'string' ? Number(lowered[name]) : lowered[name];
    if (typeof given === 'number' && given > most) lowered[name] = most;
  }
  return lowered;
}

const isPathLike = (name: string) => name === 'notebook' || /path$/i.test(name);

/** Models write `@notes/a.md` for a file because people do; in Slipbox the sign would be part of the name. */
export function withoutMentionSigns(args: unknown): Arguments {
  if (!isArguments(args)) return {};
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) =>
      isPathLike(name) && typeof value === 'string' ? [name, value.replace(/^@/, '')] : [name, value],
    ),
  );
}

function isArguments(args: unknown): args is Arguments {
  return typeof args === 'object' && args !== null && !Array.isArray(args);
}
