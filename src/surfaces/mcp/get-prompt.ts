import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Call, type Engine, readNote } from '../../engine/index.ts';
import { type Budget, contentBytes, contentLines } from '../../tools/budget.ts';
import type { ServedTool } from '../../tools/registry.ts';
import { renderNoteUri } from './note-uri.ts';
import { findPrompt, type Prompt } from './prompts.ts';
import { toProtocolError } from './request-call.ts';
import { servedNames } from './served-names.ts';

const longestValue = 1000;

/** A prompt filled in, with the note it is about when it is about one. */
export async function getPrompt(
  engine: Engine,
  tools: readonly ServedTool[],
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> | undefined },
  budget: Budget,
  call: Call,
) {
  const prompt = findPrompt(name, tools);
  if (prompt === undefined) throw invalid(`Unknown prompt: ${name.slice(0, 100)}`);
  const values = checkValues(prompt, given);
  const embedded =
    prompt.embeds === undefined ? [] : await embedNote(engine, values[prompt.embeds] ?? '', budget, call);
  const text = prompt.text(servedNames(tools), values) ?? '';
  const content = [...embedded, { type: 'text' as const, text }];
  return {
    description: prompt.description,
    messages: content.map((one) => ({ role: 'user' as const, content: one })),
  };
}

function checkValues(prompt: Prompt, given: Record<string, string>): Record<string, string> {
  const known = prompt.arguments.map(({ name }) => name);
  const stray = Object.keys(given).find((name) => !known.includes(name));
  if (stray !== undefined)
    throw invalid(`Unknown argument of ${prompt.name}: ${stray.slice(0, 100)}. It takes ${known.join(', ')}`);
  // forms send an empty text for what was left out
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  for (const { name, required } of prompt.arguments) {
    if (required && values[name] === undefined) throw invalid(`${prompt.name} needs the argument ${name}`);
    if ((values[name]?.length ?? 0) > longestValue)
      throw invalid(`The argument ${name} is longer than ${longestValue} characters`);
  }
  return values;
}

async function embedNote(engine: Engine, note: string, budget: Budget, call: Call) {
  const window = { maxLines: contentLines(budget), maxBytes: contentBytes(budget) };
  try {
    const read = await readNote(engine, { note, includeContent: true, ...window }, call);
    const uri = renderNoteUri({ notebook: read.notebook.name, path: read.path });
    const resource = { uri, mimeType: 'text/markdown', text: read.content ?? '' };
    return [{ type: 'resource' as const, resource }];
  } catch (error) {
    throw toProtocolError(error);
  }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
