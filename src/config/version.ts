import manifest from '../../package.json' with { type: 'json' };

/** Version of the package; the one copy is package.json. */
export const version: string = manifest.version;

/** Page of the package; the one copy is package.json. */
export const homepage: string = manifest.homepage;

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** Where the project takes reports of vulnerabilities, privately first. */
export const securityPages = {
  contacts: [`${repository}/security/advisories/new`, manifest.bugs.url],
  policy: `${repository}/blob/main/SECURITY.md`,
} as const;
