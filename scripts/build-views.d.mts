/** Builds what runs in a browser into a folder; gives the bytes written. */
export function buildViews(outdir: string): Promise<number>;
