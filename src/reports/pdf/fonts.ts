import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type Face = 'regular' | 'semibold';

/** Source Sans 3 (SIL Open Font License 1.1), shipped as a package, so that a machine without fonts draws the same. */
export const fontFiles: Readonly<Record<Face, () => string>> = {
  regular: () => require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  semibold: () => require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
};

export const fontFamily = 'Source Sans 3';
