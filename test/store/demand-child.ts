import { createDemand } from '../../src/store/demand.ts';

// argv: where it is kept and the area as JSON, how often it is asked for
const [, , settings = '{}', area = '{}', times] = process.argv;
const demand = createDemand(JSON.parse(settings));
for (let asked = 0; asked < Number(times); asked += 1) await demand.requestCoverage(JSON.parse(area), '2026-11-21');
await demand.close();
