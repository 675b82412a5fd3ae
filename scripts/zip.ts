import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  bytes: Buffer;
  executable?: boolean;
}

const utf8Names = 0x800;
const deflated = 8;
const madeOnUnix = (3 << 8) | 20;
// 1 January 1980, the first day there is: the same input gives the same archive
const firstDay = 0x21;

/** A zip archive: enough for files of ordinary size, and the same bytes for the same entries. */
export function renderZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, executable } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const encoded = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(utf8Names, 2);
    fields.writeUInt16LE(deflated, 4);
    fields.writeUInt16LE(firstDay, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(encoded.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, encoded, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((executable ? 0o100755 : 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const version = Buffer.alloc(2);
    version.writeUInt16LE(madeOnUnix, 0);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), version, fields, rest, encoded);
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}
