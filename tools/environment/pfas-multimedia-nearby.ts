import { z } from 'zod';
import { nearestOf, nearestShape } from '../../src/answers/nearest.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { arrange } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { beyond, distance, leftOut, many, notRead } from '../../src/kernel/nearby-shape.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { plainName, spokenName } from '../../src/kernel/text.ts';
import {
  type DrinkingWater,
  drinkingWaterNear,
  mirroredDrinkingWaterOfZip,
  pfasCountNear,
  pfasSitesNear,
} from '../../src/sources/epa-pfas-tools/client.ts';
import { type PfasSite, pfasSites, results } from '../../src/sources/epa-pfas-tools/fields.ts';

const listedSystems = 4;
const listedContaminants = 4;
const listedSites = 3;

const siteFields = ['id', 'name', 'detail'] as const;
const siteShape = nearestShape(pfasSites.superfund.shape(...siteFields));
const sites = row({ count: z.int(), ...siteShape, withoutCoordinates: z.int().optional() });

const siteLayers = [
  ['superfund', 'superfundSites'],
  ['federalSites', 'federalSites'],
  ['spills', 'spills'],
  ['industry', 'mayHandlePfas'],
] as const;
const countLayers = [
  ['waterQuality', 'waterSamples'],
  ['discharges', 'discharges'],
  ['toxicReleases', 'toxicReleases'],
] as const;

const facts = z.strictObject({
  radiusMeters: z.number(),
  drinkingWater: row({
    resultsAtOrAboveReportingLevel: z.int(),
    resultsBelowReportingLevel: z.int().optional().describe('Not detected at the reporting level; not zero'),
    systems: z.array(
      z.strictObject({
        ...results.shape('pwsId', 'name'),
        detections: z.array(
          z.strictObject({
            ...results.shape('contaminant'),
            highestNgPerL: z.number(),
            ...results.shape('reportingLevelNgPerL'),
            samplesAtOrAbove: z.int(),
            lastCollectedOn: z.string().optional(),
          }),
        ),
        contaminantsLeftOut: z.int().optional(),
        distanceMeters: distance.distanceMeters.optional(),
        direction: distance.direction.optional(),
      }),
    ),
    leftOut,
  }).optional(),
  superfundSites: sites.optional().describe('PFAS measured at the site'),
  federalSites: sites.optional().describe("Known or suspected, in the publisher's word"),
  spills: sites.optional(),
  waterSamples: row({ count: z.int() }).optional().describe('Results in the Water Quality Portal'),
  discharges: row({ count: z.int() }).optional().describe('Discharge monitoring results'),
  toxicReleases: row({ count: z.int() }).optional().describe('On-site releases reported to TRI'),
  mayHandlePfas: sites.optional().describe('Facilities of sectors that may handle PFAS; nothing was measured'),
});

function sitesOf(cited: Cited<readonly PfasSite[]>, subject: PointSubject, radius: number) {
  const { near, unplaced } = arrange(cited.data, subject, radius);
  const withoutCoordinates = unplaced.length || undefined;
  return {
    count: near.length,
    ...nearestOf(near, listedSites, siteFields),
    withoutCoordinates,
    citation: cited.citation,
  };
}

/** The tested systems, the nearest first and those without a position last, each with its first contaminants. */
function drinkingFacts({ data, citation }: Cited<DrinkingWater>, subject: PointSubject) {
  const { near, unplaced } = arrange(data.systems, subject, Number.POSITIVE_INFINITY);
  const systems = [...near, ...unplaced].map(({ at: _, detections, ...system }) => ({
    ...system,
    detections: detections.slice(0, listedContaminants),
    contaminantsLeftOut: beyond(detections, listedContaminants),
  }));
  return {
    resultsAtOrAboveReportingLevel: data.resultsAtOrAbove,
    resultsBelowReportingLevel: data.resultsBelow,
    systems: systems.slice(0, listedSystems),
    leftOut: beyond(systems, listedSystems),
    citation,
  };
}

/** Which tested systems had results at or above the reporting level, the first with its highest. */
function waterWords({ systems, resultsAtOrAbove }: DrinkingWater): string {
  const [first] = systems;
  const [highest] = first?.detections ?? [];
  if (!first) return 'no tested water system';
  if (resultsAtOrAbove === 0)
    return `${many(systems.length, 'tested water system')}, no result at or above the reporting level`;
  const which = highest
    ? ` up to ${spokenName(highest.contaminant) ?? 'a substance'} ${highest.highestNgPerL} ng/L`
    : '';
  const others = systems.length > 1 ? ` and ${many(systems.length - 1, 'further system')}` : '';
  return `${many(resultsAtOrAbove, 'result')} at or above the reporting level in ${plainName(first.name) ?? first.pwsId}${which}${others}`;
}

export default defineTool({
  title: 'PFAS around an address, medium by medium',
  summary: 'PFAS measurements, sites, spills and releases around an address; possible sources apart.',
  whenToUse: 'What PFAS results, sites and releases has EPA collected around this address, in which medium?',
  notFor: 'The water of the address (svc_drinking_water_violations) or a comparison with a limit.',
  sources: ['epa-pfas-tools'],
  mirrors: ['epa-ucmr5', 'epa-ucmr5-zips'],
  essential: [['epa-pfas-tools']],
  examples: [
    { title: 'Within 5 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 10 km', arguments: { address: '140 Lameuse St, Biloxi, MS 39530', radiusMeters: 10_000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(5000, 40_000) }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['PFAS', 'water', 'environment', 'EPA']),
  async run({ subject, sources, mirror, answer }, { radiusMeters: radius }) {
    const area = `${radius} m around the point`;
    const [water, siteLookups, counted] = await Promise.all([
      drinkingWaterNear(sources, subject, radius),
      Promise.all(
        siteLayers.map(async ([layer, name]) => [name, await pfasSitesNear(sources, layer, subject, radius)] as const),
      ),
      Promise.all(
        countLayers.map(async ([layer, name]) => [name, await pfasCountNear(sources, layer, subject, radius)] as const),
      ),
    ]);
    const drinking = answer.addPart(
      'drinkingWater',
      { area, period: '2023 to 2025', recordScope: 'fifth monitoring rule (UCMR 5)' },
      water,
      () => mirroredDrinkingWaterOfZip(mirror, subject.zip),
    );
    const cited = siteLookups.flatMap(([name, lookup]) => {
      const part = answer.addPart(name, { area }, lookup);
      return part ? [[name, sitesOf(part, subject, radius)] as const] : [];
    });
    const numbers = counted.flatMap(([name, lookup]) => {
      const part = answer.addPart(name, { area }, lookup);
      return part ? [[name, { count: part.data, citation: part.citation }] as const] : [];
    });
    const lists = Object.fromEntries(cited);
    const measured = (lists.superfundSites?.count ?? 0) + (lists.federalSites?.count ?? 0);
    const everything = drinking !== undefined || cited.length > 0 || numbers.some(([, { count }]) => count > 0);
    const noWater = answer.missing.includes('drinkingWater')
      ? 'drinking water could not be read'
      : 'no tested water system';
    return answer.finish({
      // counts of zero alone are not a find
      state: answer.state === 'found' && !everything && 'empty',
      summary:
        answer.state === 'unavailable'
          ? `EPA's PFAS Analytic Tools could not be read for ${area}.`
          : `EPA's PFAS Analytic Tools, ${area}: ${drinking ? waterWords(drinking.data) : noWater}, ${many(measured, 'Superfund or federal site')}, ` +
            `${many(lists.spills?.count ?? 0, 'spill')}; ${many(lists.mayHandlePfas?.count ?? 0, 'facility', 'facilities')} of sectors that may handle PFAS` +
            `${notRead(answer.missing)}.`,
      facts: everything && {
        radiusMeters: radius,
        drinkingWater: drinking && drinkingFacts(drinking, subject),
        ...lists,
        ...Object.fromEntries(numbers),
      },
    });
  },
});
