// writes docs/depth.md; test/depth.test.ts tells when it is old
import { writeFileSync } from 'node:fs';
import { openService } from '../test/harness.ts';
import { depthPage, makeDepthPage } from './depth/page.ts';

const service = await openService();
try {
  writeFileSync(depthPage, await makeDepthPage(service));
} finally {
  await service.close();
}
