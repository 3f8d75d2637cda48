// writes the report that the page at / offers to read; test/reports/sample-page.test.ts tells when it is old
import { mkdirSync, writeFileSync } from 'node:fs';
import { openService } from '../test/harness.ts';
import { samplePage, samplePageFile } from '../test/reports/sample-page.ts';

const test = await openService();
try {
  mkdirSync('data/samples', { recursive: true });
  writeFileSync(samplePageFile, await samplePage(test));
} finally {
  await test.close();
}
