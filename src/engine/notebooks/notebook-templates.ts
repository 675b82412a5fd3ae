import { dirname, join } from 'node:path';
import type { NotebookRef } from './discover.ts';
import { findJsonFile } from './json-file.ts';
import { findNotebookConfig } from './notebook-config.ts';

/** What a notebook says about templates: its own by name, and the folders that hold more. */
export interface NotebookTemplates {
  readonly configured: Readonly<Record<string, { content: string; data: Readonly<Record<string, unknown>> }>>;
  readonly bases: readonly string[];
  readonly folders: readonly string[];
}

/** Read anew for each use, as people edit templates while a server runs. */
export function findNotebookTemplates({ path, configFile }: NotebookRef): NotebookTemplates {
  const config = configFile === undefined ? undefined : findNotebookConfig(dirname(configFile));
  const names = Object.entries(config?.templates ?? {});
  const chosen = findObsidianFolder(path);
  return {
    configured: Object.fromEntries(
      names.map(([name, content]) => [name, { content, data: config?.templateData[name] ?? {} }]),
    ),
    bases: [...new Set([path, ...(configFile === undefined ? [] : [dirname(configFile)])])],
    folders: [...new Set([...(chosen === undefined ? [] : [chosen]), 'templates', 'Templates'])],
  };
}

/** The folder set in Obsidian's own Templates plugin. What is wrong with that file is no concern of ours. */
function findObsidianFolder(vault: string): string | undefined {
  try {
    const folder = findJsonFile(join(vault, '.obsidian', 'templates.json'))?.value.folder;
    const text = typeof folder === 'string' ? folder.replaceAll(/^\/+|\/+$/g, '') : '';
    return text === '' || text.split(/[\\/]/).some((segment) => segment.startsWith('.')) ? undefined : text;
  } catch {
    return undefined;
  }
}
