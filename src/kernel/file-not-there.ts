/** A publisher has no file at an address: another address, or an older edition, may have it. */
export class FileNotThere extends Error {
  override readonly name = 'FileNotThere';
}
