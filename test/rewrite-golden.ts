/*
 * `npm run golden`: rewrites test/golden/<tool>.json with what the tools answer to their examples now.
 * The files are what a caller of the tools gets to see, so a person reads every changed line before it is committed.
 */

import { rmSync } from 'node:fs';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { answerExamples, goldenFile, goldenNames, writeGolden } from './example-answers.ts';
import { openService } from './harness.ts';

const { tools } = shippedRegistry();
const service = await openService();
for (const name of goldenNames()) if (!tools.some((tool) => tool.name === name)) rmSync(goldenFile(name));
for (const tool of tools) writeGolden(tool.name, await answerExamples(service, tool));
await service.close();
console.log(`${tools.length} files in test/golden: read what git shows as changed before you commit it.`);
