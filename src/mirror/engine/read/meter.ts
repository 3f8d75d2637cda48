import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { OverBound } from '../../../kernel/over-bound.ts';

/** Counts what is read out of one file. Throws an `OverBound` where that is more than `most` bytes. */
export class Meter {
  readonly #most: number;
  #bytes = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#most)
      throw new OverBound('unfolded', `the file unfolds to more than ${Math.round(this.#most / 1e6)} MB`);
  }

  /** The same content, counted. */
  through(content: Readable): Readable {
    const add = (chunk: Uint8Array) => this.#add(chunk.length);
    return Readable.from(
      (async function* () {
        for await (const chunk of content) {
          add(chunk);
          yield chunk;
        }
      })(),
    );
  }

  /** Counts all members of a workbook, whose reader has no bound; by their bytes, since the stated sizes may be wrong. */
  workbook(workbook: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const read = (error: Error | null, zip: yauzl.ZipFile) => {
        if (error) return reject(new Error('the workbook cannot be read', { cause: error }));
        zip.on('error', reject).on('end', resolve);
        zip.on('entry', (entry: yauzl.Entry) =>
          zip.openReadStream(entry, (fault, content) => {
            if (fault) return reject(fault);
            this.through(content)
              .resume()
              .on('error', reject)
              .on('end', () => zip.readEntry());
          }),
        );
        zip.readEntry();
      };
      if (typeof workbook === 'string') yauzl.open(workbook, { lazyEntries: true }, read);
      else yauzl.fromBuffer(workbook, { lazyEntries: true }, read);
    });
  }
}
