import { setImmediate } from 'node:timers/promises';
import { openEngine, SlipboxError } from '../../engine/index.ts';
import {
  type Command,
  type CommandContext,
  type CommandOption,
  optionList,
  optionText,
  type ParsedCommand,
} from './command.ts';
import { settingOptions } from './parse-command.ts';
import { warnOfNotebooks } from './warn-of-notebooks.ts';

const text = (name: string, value: string, description: string, multiple = false): CommandOption => ({
  name,
  type: 'string',
  value,
  multiple,
  description,
});

const httpOptions: readonly CommandOption[] = [
  text(
    'http',
    'ADDRESS:PORT',
    'Serve over HTTP instead, at http://ADDRESS:PORT/mcp; port 0 takes a free one',
  ),
  {
    name: 'allow-remote',
    type: 'boolean',
    description: 'Let --http listen where other computers can reach it',
  },
  text('token-file', 'FILE', 'Take the bearer token from this file instead of making one'),
  text('allow-host', 'NAME', 'Also accept HTTP requests addressed to this host name; repeatable', true),
  text('allow-origin', 'ORIGIN', 'Let web pages of this origin call over HTTP; repeatable', true),
  text('oauth-issuer', 'URL', 'Accept access tokens that this OAuth issuer has signed'),
  text('oauth-audience', 'URL', 'The address of this server that such tokens must be issued for'),
  text('oauth-jwks', 'URL', "The issuer's keys, when its metadata does not say where they are"),
];

export const serveCommand: Command = {
  words: ['serve'],
  prominent: true,
  summary: 'Serve the tools to an MCP client on stdin and stdout, or over HTTP',
  description:
    'Serve the tools to an MCP client on stdin and stdout, until stdin ends, or to several over HTTP. Messages for people go to stderr.',
  positionals: [],
  options: [...httpOptions, ...settingOptions],
  unshared: ['policy'],
  async run(parsed, context) {
    if (parsed.values.http !== undefined) return runHttp(parsed, context);
    refuseHttpOptions(parsed.values);
    const { config, helper, signal } = context;
    // the protocol SDK takes most of the start-up time, so no other command loads it
    const engine = openEngine(config());
    engine.prepare(helper);
    const { serveMcp } = await import('../mcp/serve.ts');
    const served = serveMcp(engine, { input: process.stdin, output: process.stdout, signal });
    // after what the client has sent already: it waits for an answer, nobody for a warning
    await Promise.all([served, setImmediate().then(() => warnOfNotebooks(engine))]);
    return 0;
  },
};

async function runHttp({ values }: ParsedCommand, context: CommandContext): Promise<number> {
  const { config, helper, signal, terminal } = context;
  const { parseHttpOptions } = await import('../mcp/over-http/http-settings.ts');
  const settings = parseHttpOptions({
    http: optionText(values.http) ?? '',
    allowRemote: values['allow-remote'] === true,
    tokenFile: optionText(values['token-file']) ?? (process.env.SLIPBOX_HTTP_TOKEN_FILE || undefined),
    allowHost: optionList(values['allow-host']),
    allowOrigin: optionList(values['allow-origin']),
    oauthIssuer: optionText(values['oauth-issuer']),
    oauthAudience: optionText(values['oauth-audience']),
    oauthJwks: optionText(values['oauth-jwks']),
  });
  const engine = openEngine(config());
  try {
    engine.prepare(helper);
    await warnOfNotebooks(engine);
    const { serveHttp } = await import('../mcp/over-http/serve-http.ts');
    await serveHttp(engine, settings, { signal, say: (line) => terminal.err(`slipbox: ${line}\n`) });
  } finally {
    await engine.close();
  }
  return 0;
}

/** On stdio they would be without effect, and whoever gave one believes otherwise. */
function refuseHttpOptions(values: ParsedCommand['values']): void {
  const given = httpOptions.find(({ name }) => name !== 'http' && values[name] !== undefined);
  if (given !== undefined)
    throw new SlipboxError('INVALID_PARAMS', `--${given.name} is for serving over HTTP`, {
      hint: 'Add --http 127.0.0.1:PORT',
      details: { parameter: given.name },
    });
}
