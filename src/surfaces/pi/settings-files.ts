import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { SettingsSource } from './settings.ts';

/** Where pi keeps the settings of a person; asking pi itself would mean loading all of it. */
export function userSettings(env: NodeJS.ProcessEnv): SettingsSource {
  const folder =
    env.PI_CODING_AGENT_DIR?.replace(/^~(?=[/\\]|$)/, homedir()) || join(homedir(), '.pi', 'agent');
  return readSource(join(folder, 'settings.json'));
}

/** With those of the project, if the person trusts it. pi 1.x knows both, and what was given at its start. */
export function sessionSettings(
  pi: ExtensionAPI,
  ctx: ExtensionContext,
  env: NodeJS.ProcessEnv,
): SettingsSource[] {
  const { getSettings } = pi as { getSettings?: () => unknown };
  if (typeof getSettings === 'function') {
    return [{ from: "pi's settings", values: pickOwn(getSettings.call(pi)) }];
  }
  const isTrusted = ctx.isProjectTrusted?.() === true;
  return [...(isTrusted ? [readSource(join(ctx.cwd, '.pi', 'settings.json'))] : []), userSettings(env)];
}

/** Empty when there is no such file, or no JSON in it: pi reports that itself. */
function readSource(file: string): SettingsSource {
  try {
    return { from: file, values: pickOwn(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))) };
  } catch {
    return { from: file, values: {} };
  }
}

/** `{"config": {"slipbox": {…}}}` */
function pickOwn(settings: unknown): Record<string, unknown> {
  return asRecord(asRecord(asRecord(settings).config).slipbox);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
