import { z } from 'zod';
import { laneValues } from '../../src/answers/lane-values.ts';
import { counted, outcomeOf } from '../../src/answers/outcome.ts';
import { askPublisher, configuredAnywhere, laneOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import {
  county,
  inputObject,
  isoDate,
  latitude,
  longitude,
  radiusMeters,
  state,
  words,
} from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { firstRows, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { dayMs } from '../../src/kernel/time.ts';
import type { Located } from '../../src/places/lanes/cases.ts';
import { configuredInCounty, permitsOf } from '../../src/places/lanes/permits.ts';
import { askable, notesByParcelNumber, takesParcelNumber, takesRadius } from '../../src/places/lanes/ways.ts';
import type { Jurisdiction } from '../../src/places/schema/jurisdiction.ts';

const listed = 8;
const defaultDays = 730;

const permit = laneValues('permits', {
  type: 'title',
  work: ['description', 'Description, shortened'],
  status: ['status', "The publisher's own word"],
  filedOn: 'filedAt',
  approvedOn: 'approvedAt',
  issuedOn: ['issuedAt', 'Absent where the source names no date of issue'],
  startedOn: 'startedAt',
  completedOn: 'completedAt',
  expiresOn: 'expiresAt',
  reportedCostUsd: ['estimatedCost', 'As the applicant reported it'],
  address: 'address',
  parcelId: 'parcelId',
});

const permitOf = ({ row: { recordId, fields }, ...at }: Located<'permits'>) => ({
  permitNumber: fields.permitNumber ?? recordId,
  ...permit.of(fields),
  ...at,
});

const keptByParcel =
  'The permits that are wired here are kept by parcel number and not by position: ask with parcelIds, state and county.';

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);

const isNamed = ({ aliases, displayName }: Jurisdiction, city: string) => {
  const name = city.toLowerCase().replace(/,.*/s, '').trim();
  return aliases.includes(name) || displayName.toLowerCase().split(',')[0] === name;
};

const input = inputObject(
  {
    parcelIds: z
      .array(words(4, 30).regex(/\d/, 'a parcel number, which has digits'))
      .min(1)
      .max(10)
      .optional()
      .describe('Parcel numbers (APN, PIN, BBL), 1 to 10, with state and county'),
    state: state.optional(),
    county: county.optional(),
    city: words(2, 60).optional().describe('City that issues the permits, for example Raleigh'),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    radiusMeters: radiusMeters(250, 2000),
    sinceDate: isoDate
      .optional()
      .describe(
        `Only permits issued on or after this date, or filed where the source names no issue; default by point ${defaultDays} days back, by parcel all`,
      ),
  },
  [
    ['parcelIds', 'state', 'county'],
    ['latitude', 'longitude'],
  ],
).refine(({ parcelIds, latitude }) => parcelIds === undefined || latitude === undefined, {
  message: 'give parcelIds with state and county, or a point, not both',
});

export default defineTool({
  title: 'Building permits by parcel or around a point',
  summary: 'Building permits on record: exact by parcel number, or around a point of a wired city since a date.',
  whenToUse: 'Which building permits are on record for this parcel, or around this point?',
  notFor: 'No inspection results and no finding on open permits; planning cases are svc_development_cases.',
  scope: 'local',
  lane: 'permits',
  subject: 'area',
  examples: [
    {
      title: 'Permits around a point',
      arguments: { city: 'Raleigh', latitude: 35.7783, longitude: -78.6431, radiusMeters: 300 },
    },
    { title: 'Permits of a parcel', arguments: { parcelIds: ['1703570123'], state: 'NC', county: 'Wake' } },
  ],
  input,
  output: answerOf({
    permits: rows({ permitNumber: z.string().optional(), ...permit.shape, distanceMeters: z.number().optional() }),
    leftOut,
  }),
  async run(ctx, { parcelIds, city, radiusMeters, sinceDate }) {
    const { subject, jurisdictions, sources, now, answer } = ctx;
    const until = now.toISOString().slice(0, 10);
    const way = parcelIds ? takesParcelNumber : takesRadius;
    const lane = parcelIds
      ? configuredInCounty(configuredAnywhere(jurisdictions, 'permits'), subject)
      : askable(ctx.lane, way, keptByParcel);
    const at = laneOrAnswer({ answer, lane, subject, jurisdictions }, 'permits', 'building permit', way);
    if ('answer' in at) return at.answer;
    const elsewhere = !parcelIds && city && !at.configured.some(({ jurisdiction }) => isNamed(jurisdiction, city));
    const names = [...new Set(at.configured.map(({ source }) => source.name))].join(', ');
    const verifyNext = askPublisher(
      at.configured,
      'Ask the building department for the permit file and its inspections',
    );
    if (elsewhere) {
      const reason = `the point lies in ${at.configured[0]?.jurisdiction.displayName}, not in the city that was named`;
      answer.note({ source: names, area: placeWords(subject), state: 'unresolved', reason });
      return answer.finish({
        state: 'unresolved',
        summary: `No permits were queried for ${placeWords(subject)}: ${reason}.`,
        verifyNext: [{ action: 'Ask again without city, or with the point of the city', with: 'svc_metro_permits' }],
      });
    }
    const since = sinceDate ?? (parcelIds ? undefined : daysBefore(now, defaultDays));
    const around = isPointSubject(subject) ? { point: subject, radiusMeters } : { parcelIds: [] };
    const question = { sources, answer, at: parcelIds ? { parcelIds } : around, since, until };
    const rows = await permitsOf(question, at.configured);
    const area = parcelIds
      ? many(parcelIds.length, 'parcel number')
      : `within ${radiusMeters} m of ${placeWords(subject)}`;
    const { fields, occurredAt: newest } = rows[0]?.row ?? {};
    const kind = plainName(fields?.type ?? fields?.title);
    const status = plainName(fields?.status);
    const about = [newest && `newest of ${newest}`, kind, status && `status ${status}`].filter(Boolean).join(', ');
    const findings = counted(rows, 'permit', about);
    const outcome = outcomeOf(answer.state, findings, 'no permit in these datasets');
    return answer.finish({
      summary: `${names}, ${area}${since ? `, ${since} to ${until}` : ', all dates'}: ${outcome}.`,
      facts: firstRows('permits', rows, listed, permitOf),
      limits: parcelIds ? at.configured.flatMap(({ source }) => notesByParcelNumber(source)) : at.notes,
      verifyNext,
    });
  },
});
