import { z } from 'zod';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { countyFips3, inputObject, stateFips, words } from '../../src/catalog/inputs.ts';
import { countedInCounty, countyCodes } from '../../src/geography/by-county.ts';
import { answerSchema, type Component, optionalRow, rows } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { beyond, citedRows, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { yearSpans } from '../../src/mirror/queries/parts.ts';
import { byType, countyStorms, stormMirror, zoneMirror, zoneStorms } from '../../src/mirror/queries/storms.ts';
import { countyRates, mirroredRates, nriMirror } from '../../src/sources/fema-nri/client.ts';
import { hazardRates, type NriHazard } from '../../src/sources/fema-nri/fields.ts';
import { byKind, countyReports } from '../../src/sources/iem-local-storm-reports/client.ts';
import { alertsInCounty, alerts as alertTable } from '../../src/sources/nws-alerts/client.ts';

const shownTypes = 6;
const shownEvents = 4;
const shownAlerts = 5;
/** Days in which the files of the Storm Events Database do not have a storm yet. */
const recentDays = 90;
const rates: readonly NriHazard[] = ['TRND', 'HAIL', 'SWND', 'HRCN', 'WNTW'];

const types = rows({
  eventType: z.string(),
  count: z.int(),
  latestOn: z.string(),
  deathsDirect: z.int(),
  injuriesDirect: z.int(),
  damagePropertyUsd: z.number().optional().describe('Sum of the reports that state a figure'),
  withoutDamageFigure: z.int().describe('Reports without a figure, which is not zero damage'),
});

const facts = z.strictObject({
  alerts: rows(alertTable.shape('event', 'severity', 'endsAt'))
    .optional()
    .describe('Alerts in force that reach the county, the gravest first; also one for a part of it'),
  countyEvents: types.optional().describe('Filed under the county: tornado, hail, thunderstorm wind, flash flood'),
  countyTypesLeftOut: leftOut,
  newest: rows({
    eventType: z.string(),
    date: z.string().describe('Local date'),
    hailInches: z.number().optional(),
    windKnots: z.number().optional(),
    tornadoScale: z.string().optional(),
    damagePropertyUsd: z.number().optional(),
  }).optional(),
  zones: optionalRow('Forecast zones of the county', { names: z.array(z.string()) }),
  zoneEvents: types.optional().describe('Filed under a forecast zone: winter weather, heat, coastal flood, high wind'),
  zoneTypesLeftOut: leftOut,
  preliminary: optionalRow('Local storm reports of the last weeks, not checked yet', {
    from: z.string(),
    until: z.string(),
    kinds: z.array(
      z.strictObject({
        kind: z.string(),
        count: z.int(),
        latestOn: z.string().describe('Day in UTC'),
        largest: z.number().optional(),
        unit: z.string().optional(),
      }),
    ),
  }),
  modelledRates: rows({ hazard: z.string(), ...hazardRates.shape('eventsPerYear', 'expectedAnnualLossUsd') })
    .optional()
    .describe('National Risk Index: annualized frequency and expected annual loss of the county'),
});

/** What the loaded files say of the county: a count only where they were read for it. */
function countyWords(part: Component | undefined, count: number | undefined, name: string, years: string): string {
  const files = years
    ? `The Storm Events files of ${years}, all that is loaded,`
    : 'The Storm Events files that are loaded';
  if (count !== undefined) return `${files} hold ${count} reports for ${name}`;
  if (part?.state === 'empty') return `${files} hold no report for ${name}`;
  if (part?.state === 'unresolved') return `The Storm Events files list no county for ${name} as it was queried`;
  return years
    ? `${files} hold no report for ${name}, and what other years hold is unknown`
    : `The mirrored Storm Events files are not loaded, so the reports of ${name} are unknown`;
}

function zoneWords(part: Component | undefined, count: number | undefined): string {
  if (count !== undefined) return `, and ${count} for its forecast zones`;
  return part?.state === 'empty' ? ', and none for its forecast zones' : ', and its forecast zones could not be read';
}

/** Reports of the last weeks, which the files do not have yet, and the clause of the summary about them. */
async function recentReports({ subject, sources, now, answer }: FreeContext<'area'>, name: string) {
  const period = { from: new Date(now.getTime() - recentDays * dayMs), to: now };
  const [from = '', until = ''] = [period.from, period.to].map((time) => time.toISOString().slice(0, 10));
  const { stateCode = '' } = subject;
  const names = countyCodes(subject).map((code) => code.name);
  const lookup = await countedInCounty(subject, 'NWS Local Storm Reports', () =>
    countyReports(sources, stateCode, names, period),
  );
  const extent = { area: name, period: `${from} to ${until}`, recordScope: 'local storm reports, preliminary' };
  const cited = answer.addPart('preliminary', extent, lookup);
  if (cited) {
    const kinds = byKind(cited.data).slice(0, shownTypes);
    const words = `${cited.data.length} preliminary report${cited.data.length > 1 ? 's' : ''} in the last ${recentDays} days`;
    return { shown: { from, until, kinds, citation: cited.citation }, words };
  }
  return {
    words: missWords(lookup, {
      empty: `no preliminary report in the last ${recentDays} days`,
      failed: 'preliminary reports could not be read',
    }),
  };
}

/** Alerts in force in the county now, which lead the summary, or the clause that says that there are none. */
async function alertsNow({ subject, sources, answer }: FreeContext<'area'>, name: string) {
  const { stateCode = '' } = subject;
  const lookup = await countedInCounty(subject, 'NWS alerts', (codes) =>
    alertsInCounty(
      sources,
      stateCode,
      codes.map(({ fips }) => fips),
    ),
  );
  const cited = answer.addPart('alerts', { area: name, period: 'now', recordScope: 'alerts in force' }, lookup);
  const events = [...new Set(cited?.data.map(({ event }) => plainName(event)))].filter(Boolean).slice(0, 2).join(', ');
  const shown = citedRows(cited?.data, cited?.citation, shownAlerts);
  if (cited)
    return {
      shown,
      lead: `${many(cited.data.length, 'alert')} in force now${events ? ` (${events})` : ''}. `,
      words: '',
    };
  const words = missWords(lookup, { empty: '; no alert in force now', failed: '; alerts in force could not be read' });
  return { shown, lead: '', words };
}

export default defineTool({
  title: 'Storm events of a county',
  summary:
    'NOAA storm reports of a county by type with damage and dates, modelled rates, and weather alerts in force now.',
  whenToUse:
    'Which storms were reported in this county in recent years, and which weather alerts are in force there now?',
  notFor:
    'Not a forecast and no warning service (weather.gov); declared disasters are svc_fema_events, drought is svc_drought_status.',
  subject: 'area',
  sources: ['fema-nri', 'iem-local-storm-reports', 'nws-alerts'],
  mirrors: [stormMirror, zoneMirror, nriMirror],
  essential: [[stormMirror, 'iem-local-storm-reports', 'nws-alerts']],
  examples: [
    { title: 'By county name', arguments: { stateFips: '37', countyName: 'Wake' } },
    { title: 'By county code', arguments: { stateFips: '37', countyFips3: '183' } },
  ],
  input: inputObject(
    {
      stateFips,
      countyName: words(2, 60).optional().describe('County name such as Wake'),
      countyFips3: countyFips3.optional(),
    },
    [
      ['stateFips', 'countyName'],
      ['stateFips', 'countyFips3'],
    ],
  ),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['storm', 'tornado', 'hail', 'NOAA']),
  async run(ctx) {
    const { subject, sources, mirror, answer } = ctx;
    const name = subject.county ? `${subject.county.name}, ${subject.stateCode ?? ''}` : 'the county';
    const { title } = mirror.status(stormMirror);
    const years = yearSpans(mirror.status(stormMirror).parts ?? []);
    const period = years ? `${years}; reports are about 80 days late` : 'no year is loaded';
    const county = answer.addPart(
      'countyEvents',
      { area: name, period, recordScope: 'reports filed under the county' },
      await countedInCounty(subject, title, (codes) => countyStorms(mirror, codes)),
    );
    const zone = answer.addPart(
      'zoneEvents',
      { area: `forecast zones of ${name}`, period, recordScope: 'reports filed under a forecast zone' },
      await countedInCounty(subject, title, (codes) => zoneStorms(mirror, codes)),
    );
    const modelled = answer.addPart(
      'modelledRates',
      { area: name, recordScope: 'annualized frequency and expected annual loss' },
      await countyRates(sources, subject, rates),
      () => mirroredRates(mirror, subject, rates),
    );
    const preliminary = await recentReports(ctx, name);
    const current = await alertsNow(ctx, name);
    const countyTypes = county ? byType(county.data) : [];
    const zoneTypes = zone ? byType(zone.data.events) : [];
    const top = countyTypes
      .slice(0, 3)
      .flatMap(({ eventType, count }) => (plainName(eventType) ? [`${plainName(eventType)} ${count}`] : []));
    return answer.finish({
      summary: `${current.lead}${countyWords(answer.components.countyEvents, county?.data.length, name, years)}${top.length > 0 && current.lead === '' ? ` (${top.join(', ')})` : ''}${zoneWords(answer.components.zoneEvents, zone?.data.events.length)}; ${preliminary.words}${current.words}.`,
      facts: {
        alerts: current.shown,
        countyEvents: citedRows(countyTypes, county?.citation, shownTypes),
        countyTypesLeftOut: beyond(countyTypes, shownTypes),
        newest: citedRows(
          county?.data,
          county?.citation,
          shownEvents,
          ({ deathsDirect: _, injuriesDirect: __, ...event }) => event,
        ),
        zones:
          zone && zoneTypes.length > 0 ? { names: zone.data.zones.slice(0, 6), citation: zone.citation } : undefined,
        zoneEvents: citedRows(zoneTypes, zone?.citation, shownTypes),
        zoneTypesLeftOut: beyond(zoneTypes, shownTypes),
        preliminary: preliminary.shown,
        modelledRates: citedRows(modelled?.data, modelled?.citation),
      },
    });
  },
});
