/** A file is only to be had with a key, and the setting that would hold it is empty. */
export class KeyNotSet extends Error {
  override readonly name = 'KeyNotSet';

  constructor(setting: string) {
    super(`needs a key (setting ${setting})`);
  }
}
