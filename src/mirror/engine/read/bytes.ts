import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';

/** Reports how many bytes of the file have been read. */
export type OnBytes = (read: number) => void;

async function zipMember(path: string, member: RegExp): Promise<Readable> {
  const stream = await openMember(path, member);
  if (!stream) throw new Error(`the archive has no member like ${member.source}`);
  return stream;
}

/** Content of an official file as published: plain, gzip, or one member of a ZIP archive. Told apart by its first bytes. */
export async function openContent(path: string, member: RegExp | undefined, onBytes: OnBytes): Promise<Readable> {
  const magic = await firstBytes(path);
  if (magic[0] === 0x50 && magic[1] === 0x4b && member) return zipMember(path, member);
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  let read = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
    onBytes(read);
  });
  if (magic[0] === 0x1f && magic[1] === 0x8b) {
    const gunzip = createGunzip();
    file.on('error', (error) => gunzip.destroy(error));
    return file.pipe(gunzip);
  }
  return file;
}

/** One member of a ZIP archive; undefined where it has none of that name. Throws where the file is no archive. */
export function openMember(path: string, member: RegExp): Promise<Readable | undefined> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(new Error('the ZIP archive cannot be read', { cause: error }));
      zip.on('error', reject);
      zip.on('end', () => resolve(undefined));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (!member.test(entry.fileName)) return zip.readEntry();
        zip.openReadStream(entry, (openError, stream) => (openError ? reject(openError) : resolve(stream)));
      });
      zip.readEntry();
    });
  });
}

async function firstBytes(path: string): Promise<Buffer> {
  const head = await Readable.from(createReadStream(path, { start: 0, end: 3 })).toArray();
  return Buffer.concat(head as Buffer[]);
}
