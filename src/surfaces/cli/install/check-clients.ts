import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Check, decodeText, type LoadedConfig, parseJsonFile } from '../../../engine/index.ts';
import { type ClientForm, clientNames, clients } from './clients.ts';
import { findSettings } from './write-entry.ts';

/** Clients that Slipbox was added to, and whether what they would start is still there. */
export function checkClients({ platform, home }: LoadedConfig): Check[] {
  return clientNames.flatMap((client) => {
    const form: ClientForm = clients[client];
    const file = form.user({ platform, home, env: process.env });
    const name = `client ${form.label}`;
    try {
      const missing = findMissing(form, file);
      if (missing === undefined) return [];
      const ok = missing === '';
      const detail = ok ? `starts Slipbox, by ${file}` : `${file} names ${missing}, which is not there`;
      return [{ name, ok, detail, ...(ok ? {} : { fix: `Run slipbox install ${client} again` }) }];
    } catch (error) {
      const fix = `Open ${file} and correct it: the client cannot read it either`;
      return [{ name, ok: false, detail: (error as Error).message, fix }];
    }
  });
}

/** What a client would start and is not there: '' when all is, undefined when Slipbox is not among its servers. */
function findMissing({ key, syntax }: ClientForm, file: string): string | undefined {
  const bytes = findSettings(file);
  if (bytes === undefined || !/slipbox/i.test(bytes.toString())) return undefined;
  const started =
    syntax === 'toml'
      ? commandsInToml(decodeText(file, bytes).text)
      : commandsInJson(parseJsonFile(file, bytes).value[key]);
  if (started.length === 0) return undefined;
  // a name without a folder is looked up by whoever starts it
  return started.find((word) => path.isAbsolute(word) && !existsSync(word)) ?? '';
}

function commandsInToml(text: string): string[] {
  const block = /^\[mcp_servers\.["']?slipbox["']?\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"((?:[^"\\]|\\.)*slipbox\.mjs)"|command\s*=\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, file, command]) => JSON.parse(`"${file ?? command}"`) as string,
  );
}

function commandsInJson(value: unknown): string[] {
  if (Array.isArray(value))
    return value.filter((item): item is string => typeof item === 'string' && /slipbox/i.test(item));
  return Object.values((value ?? {}) as Record<string, { command?: unknown; args?: unknown }>).flatMap(
    ({ command, args }) => {
      const words = [command, ...(Array.isArray(args) ? args : [])].filter(
        (word) => typeof word === 'string',
      );
      const isOurs = words.some((word) => /(?:^|[\\/])slipbox(?:\.mjs|@[\w.-]+)?$/i.test(word));
      return isOurs ? words.filter((word, at) => at === 0 || word.endsWith('slipbox.mjs')) : [];
    },
  );
}
