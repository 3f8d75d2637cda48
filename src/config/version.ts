import manifest from '../../package.json' with { type: 'json' };

/** Version of the package; the one copy is package.json. */
export const version: string = manifest.version;

/** Page of the package; the one copy is package.json. */
export const homepage: string = manifest.homepage;
