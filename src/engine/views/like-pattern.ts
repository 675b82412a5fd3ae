/**
 * SQL's LIKE in the words of our filters, any of which may hold; undefined where there are none for it. In a path `*`
 * stays in one folder while `%` does not, so there only the beginning, the end or a part can be asked for. A pattern with
 * a caller's text in it can only ask for a part: anything else would let that text bring wildcards of its own.
 */
export function renderLike(
  field: string,
  pattern: string,
  hasValue: boolean,
): { sign: '=' | '~'; text: string }[] | undefined {
  const part = /^%+([^%]+)%+$/.exec(pattern)?.[1];
  if (part !== undefined && (hasValue || !/[_*?]/.test(part))) return [{ sign: '~', text: part }];
  if (!/[%_*?]/.test(pattern)) return [{ sign: '=', text: pattern }];
  if (hasValue || /[*?]/.test(pattern)) return undefined;
  if (field !== 'path') return [{ sign: '=', text: pattern.replaceAll(/%+/g, '*').replaceAll('_', '?') }];
  const [, start = '', inner = '', end = ''] = /^(%*)([^%_]*)(%*)$/.exec(pattern) ?? [];
  if (inner === '') return start + end === '' ? undefined : [{ sign: '=', text: '**' }];
  if (start !== '' && end !== '') return [{ sign: '~', text: inner }];
  if (start !== '')
    return inner.startsWith('/')
      ? [{ sign: '=', text: `*/**${inner}` }]
      : [{ sign: '=', text: `**/*${inner}` }];
  return inner.endsWith('/')
    ? [{ sign: '=', text: `${inner}**` }]
    : [
        { sign: '=', text: `${inner}*` },
        { sign: '=', text: `${inner}*/**` },
      ];
}
