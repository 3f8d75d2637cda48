import type { BuildOptions } from 'esbuild';

/** What goes into the published bundle. */
export const bundleOptions: BuildOptions & { metafile: true };
