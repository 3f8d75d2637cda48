import type { BuildOptions } from 'esbuild';

/** What goes into the published bundle. */
export const bundleOptions: BuildOptions & { metafile: true };

/** A program that runs in a checkout only: its packages are there. */
export const checkoutOptions: BuildOptions;
