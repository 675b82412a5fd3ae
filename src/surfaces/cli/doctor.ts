import { checkNotebooks } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { packageVersion } from '../version.ts';
import type { Command } from './command.ts';

export const doctorCommand: Command = {
  words: ['doctor'],
  prominent: true,
  summary: 'Check the installation, the configuration and the notebooks',
  positionals: [],
  options: [],
  async run(_, { config, withEngine, terminal, signal, json, caller }) {
    const loaded = config();
    const call = { caller, signal, progress: () => undefined };
    const found = await withEngine((engine) => checkNotebooks(engine, call));
    const own = [
      { name: 'version', ok: true, detail: `slipbox ${packageVersion()} on Node ${process.version}` },
      ...loaded.warnings.map(({ path, message }) => ({
        name: 'configuration',
        ok: false,
        detail: message,
        fix: `Edit ${path}`,
      })),
    ];
    const { checkClients } = await import('./install/check-clients.ts');
    const checks = [...own, ...found.checks, ...checkClients(loaded)];
    const ok = checks.every((check) => check.ok);
    if (json) terminal.out(`${JSON.stringify({ ok, checks })}\n`);
    else {
      for (const check of checks) {
        const fix = 'fix' in check && check.fix !== undefined ? `\n    ${check.fix}` : '';
        const name = terminal.style.bold(check.name);
        terminal.out(
          `${printable(`${check.ok ? 'ok ' : 'BAD'} `)}${name}: ${printable(`${check.detail}${fix}`)}\n`,
        );
      }
    }
    return ok ? 0 : 1;
  },
};
