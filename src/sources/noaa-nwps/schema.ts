import { z } from 'zod';
import { gaugeId } from '../shared/ids.ts';

const Status = z
  .looseObject({
    primary: z.number().nullish(),
    primaryUnit: z.string().nullish(),
    secondary: z.number().nullish(),
    secondaryUnit: z.string().nullish(),
    floodCategory: z.string().nullish(),
    validTime: z.string().nullish(),
  })
  .nullish();

const Threshold = z.looseObject({ stage: z.number().nullish(), flow: z.number().nullish() }).nullish();

/** One gauge of the list. `-999`, `-9999` and year 0001 stand for "none". */
export const ListedGauge = z.looseObject({
  lid: gaugeId,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  status: z.looseObject({ observed: Status, forecast: Status }).nullish(),
});

export const GaugeList = z.looseObject({ gauges: z.array(z.unknown()) });

/** An object in recordings of 2026; older clients knew a plain truth value. */
const InService = z.union([z.boolean(), z.looseObject({ enabled: z.boolean() })]).nullish();

/** One gauge in full: the thresholds have units of their own (flow in cfs where the status has kcfs). */
export const GaugeDetail = z.looseObject({
  lid: gaugeId,
  usgsId: z.string().nullish(),
  inService: InService,
  flood: z
    .looseObject({
      stageUnits: z.string().nullish(),
      flowUnits: z.string().nullish(),
      categories: z
        .looseObject({ action: Threshold, minor: Threshold, moderate: Threshold, major: Threshold })
        .nullish(),
    })
    .nullish(),
});
