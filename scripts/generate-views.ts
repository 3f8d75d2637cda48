// writes the files that are views of the registry or of a schema; `--check` only compares and names what is stale

import { parseArgs } from 'node:util';
import { staleViews, writeViews } from './views.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const stale = values.check ? [...staleViews('.').keys()] : [];
if (stale.length > 0) {
  console.error(`stale, run npm run generate: ${stale.join(', ')}`);
  process.exit(1);
}
if (!values.check) writeViews('.');
