import { Demand } from '../../src/store/demand.ts';

// argv: where it is stored and the area as JSON, how often it is requested
const [, , settings = '{}', area = '{}', times] = process.argv;
const demand = new Demand(JSON.parse(settings));
for (let queried = 0; queried < Number(times); queried += 1)
  await demand.requestCoverage(JSON.parse(area), '2026-11-21');
await demand.close();
