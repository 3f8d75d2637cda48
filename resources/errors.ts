import { errorCatalog } from '../src/kernel/error-catalog.ts';
import type { FixedResource } from './define.ts';

/** The one list behind every error body. */
export const errorResource: FixedResource = {
  uri: 'place-records://errors',
  name: 'errors',
  title: 'Error catalog',
  description: 'Every error code with its meaning, what to do about it and whether sending the same again can help.',
  mimeType: 'application/json',
  read: async () =>
    JSON.stringify({ errors: Object.entries(errorCatalog()).map(([code, entry]) => ({ code, ...entry })) }),
};
