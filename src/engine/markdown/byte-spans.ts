/** UTF-8 offsets of ascending UTF-16 offsets; a lone surrogate takes three bytes, as it does in `Buffer.from`. */
export function toByteOffsets(text: string, sortedOffsets: readonly number[]): number[] {
  const result: number[] = [];
  let at = 0;
  let bytes = 0;
  for (const offset of sortedOffsets) {
    const stop = Math.min(offset, text.length);
    while (at < stop) {
      const unit = text.charCodeAt(at++);
      if (unit < 0x80) bytes++;
      else if (unit < 0x800) bytes += 2;
      else if ((unit & 0xfc00) === 0xd800 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00) {
        // An offset between the two halves counts the whole character.
        bytes += 4;
        at++;
      } else bytes += 3;
    }
    result.push(bytes);
  }
  return result;
}
