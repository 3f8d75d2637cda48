const hashPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;

export const isHash = (text: string) => hashPattern.test(text);

/** The hash itself. Throws TypeError where it is none. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new TypeError('not a content hash');
  return hash;
}

/** The name itself. Throws TypeError where it could lead elsewhere. */
export function checkName(name: string): string {
  if (!namePattern.test(name) || name.length > 120) throw new TypeError('not a name of an object');
  return name;
}

export const taken = (name: string) => new Error(`the name ${name} already points to other bytes`);
