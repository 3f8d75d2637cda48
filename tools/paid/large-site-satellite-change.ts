import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { inputObject, isoDate, whole, words } from '../../src/catalog/inputs.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { memoizeByFirst } from '../../src/kernel/memoize.ts';
import { findScenes, lackOf, renderPair } from '../../src/products/large-site-satellite-change/gather.ts';
import { ScenePairDiagnosticSchema, ScenePairSchema } from '../../src/products/large-site-satellite-change/schema.ts';
import { boxIssues, dateIssues } from '../../src/rules/satellite-area.ts';

const example = {
  bbox: [-78.654, 35.769, -78.632, 35.787],
  beforeDate: '2024-05-01',
  afterDate: '2026-05-01',
  areaLabel: 'Downtown block study area',
};

const input = inputObject({
  bbox: z
    .array(z.number())
    .length(4)
    .describe(
      '[west, south, east, north], WGS84, longitude before latitude; 1 to 100 square kilometers, each side at least 500 m, at most 8 to 1',
    ),
  beforeDate: isoDate.describe('Earlier date, YYYY-MM-DD'),
  afterDate: isoDate.describe('Later date, YYYY-MM-DD'),
  windowDays: whole(7, 90)
    .default(30)
    .describe('Days around each date in which a scene may lie, the date in the middle; 7 to 90, default 30'),
  size: whole(256, 1024).default(512).describe('Pixels of the longer side; 256 to 1024, default 512'),
  maxCloudCoverage: z
    .number()
    .min(0)
    .max(60)
    .default(30)
    .describe('Largest cloud cover of the tile in percent; 0 to 60, default 30'),
  areaLabel: words(1, 120).optional().describe('Your own name for the area; echoed'),
}).superRefine(({ bbox, beforeDate, afterDate }, ctx) => {
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  for (const message of boxIssues([west, south, east, north]))
    ctx.addIssue({ code: 'custom', path: ['bbox'], message });
  // what depends on today is held against the clock of the call
  for (const { path, message } of dateIssues(beforeDate, afterDate, '9999-12-31'))
    ctx.addIssue({ code: 'custom', path: [path], message });
});

const scenesOf = memoizeByFirst(findScenes);

export default definePaid('svc-large-site-satellite-change', {
  subject: 'none',
  input,
  output: ScenePairSchema,
  diagnostic: ScenePairDiagnosticSchema,
  async preflight(ctx, given) {
    const issues = dateIssues(given.beforeDate, given.afterDate, ctx.now.toISOString().slice(0, 10));
    if (issues.length > 0) {
      throw new ServiceError('invalid_arguments', {
        detail: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
        issues,
        extra: { requiredFields: ['bbox', 'beforeDate', 'afterDate'], example },
      });
    }
    const lack = lackOf(given, await scenesOf(ctx, given));
    return lack ? { ready: false, diagnostic: lack } : { ready: true };
  },
  async run(ctx, given) {
    const scenes = await scenesOf(ctx, given);
    const lack = lackOf(given, scenes);
    if (lack) return { charge: false, diagnostic: lack };
    ctx.progress('rendering two scenes', 0.3);
    const made = await renderPair(ctx, given, scenes);
    return 'pair' in made ? { charge: true, body: made.pair } : { charge: false, diagnostic: made.lack };
  },
});
