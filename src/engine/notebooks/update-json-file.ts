import { type JsonObject, renderJsonChange } from './json-edit.ts';
import { parseJsonFile, withMark } from './json-file.ts';
import { updateFile } from './update-file.ts';

/**
 * Changes a JSON object on disk. `change` is given what the file says now ({} when there is none) and returns what it
 * should say; it may run more than once and must not modify its argument. Only the differing bytes are touched.
 * Resolves to whether anything was written.
 */
export function updateJsonFile(
  file: string,
  change: (current: Readonly<JsonObject>) => JsonObject,
): Promise<boolean> {
  return updateFile(file, (bytes) => {
    const { bom, text, value } = parseJsonFile(file, bytes ?? Buffer.from('{}\n'));
    const changed = renderJsonChange(text, value, change(value));
    return changed === text ? undefined : withMark(bom, changed);
  });
}
