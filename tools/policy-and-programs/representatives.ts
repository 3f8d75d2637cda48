import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, type Component, rows } from '../../src/kernel/answer.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { type District, districtsOf, houseDistrict, sameDistrict } from '../../src/rules/districts.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';
import { membersFor, membersInCopy } from '../../src/sources/congress-legislators/client.ts';
import type { Seat } from '../../src/sources/congress-legislators/fields.ts';
import { type Legislator, legislatorsFor } from '../../src/sources/openstates/client.ts';

const congressCard = sourceCard('congress-legislators');
const openstates = sourceCard('openstates');

const offices = ['US Senator', 'US Representative', 'State upper chamber', 'State lower chamber'] as const;

const ofOnePoint =
  'Senators of the state alone: districts of House and legislature are those of a street address or coordinates.';

interface StateSeat {
  readonly chamber: 'upper' | 'lower';
  readonly office: 'State upper chamber' | 'State lower chamber';
  readonly district: District | undefined;
}

/** What is known of the seats of one chamber of Congress; `copyOf` is the day of the copy that was read instead. */
function seatIn(members: Lookup<readonly Seat[]>, wanted: Seat['chamber'], copyOf: string | undefined): Component {
  if (!hasData(members)) return lookupComponent(members);
  const copied = copyOf && `read from the mirrored copy of ${copyOf}`;
  if (members.data.some(({ chamber }) => chamber === wanted))
    return copied ? { state: 'partial', reason: copied } : { state: 'found' };
  const none = `no member of the ${wanted} is listed here; a seat may be vacant`;
  return { state: 'empty', reason: copied ? `${none}; ${copied}` : none };
}

const houseUnknown = { state: 'unresolved', reason: 'the congressional district of the place is not known' } as const;

const unknown = (source: string, what: string): Lookup<never> => ({
  state: 'unresolved',
  source,
  reason: `the ${what} of the point is not known`,
});

function legislatorsOf(sources: SourceAccess, stateCode: string | undefined, { chamber, district }: StateSeat) {
  if (!stateCode || !district) return Promise.resolve(unknown(openstates.name, 'state legislative district'));
  return legislatorsFor(sources, stateCode, chamber, (name) => sameDistrict(name, district.baseName ?? district.name));
}

function viewMember(seat: Seat, stateCode = '', district = '') {
  const isSenator = seat.chamber === 'senate';
  return {
    office: isSenator ? 'US Senator' : 'US Representative',
    district: isSenator ? stateCode : district,
    ...pickFields(seat, 'name', 'party', 'website'),
  };
}

export default defineTool({
  title: 'Elected representatives of an address',
  summary: 'Members of Congress and of the state legislature for the districts of an address, with official websites.',
  whenToUse: 'Who represents this address in the US Senate, the US House and the state legislature?',
  notFor: 'District names alone are in svc_governing_districts; local councils are not covered.',
  scope: 'national',
  subject: 'area',
  sources: ['census-geocoder', 'congress-legislators', 'openstates'],
  mirrors: ['congress-legislators'],
  essential: [['congress-legislators']],
  examples: [
    { title: 'Representatives of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Senators of a ZIP', arguments: { address: '27601' } },
  ],
  output: answerOf(
    {
      officials: rows({
        office: z.enum(offices),
        name: z.string(),
        district: z.string(),
        party: z.string().optional(),
        website: z.string().optional().describe('Official website of the office'),
      }),
    },
    { components: true },
  ),
  paid: oneCentTerms(['representatives', 'Congress', 'legislature', 'civic']),
  async run(ctx) {
    const { subject, sources, mirror, now, answer } = ctx;
    const today = now.toISOString().slice(0, 10);
    const geographies = isPointSubject(subject) ? await geographiesAt(sources, subject) : undefined;
    const located =
      geographies && answer.addLookup(geographies, { area: 'the point', recordScope: 'legislative districts' });
    const districts = located ? districtsOf(located.data) : [];
    const of = (kind: District['kind']) => districts.find((district) => district.kind === kind);
    const congressional = of('congressional_district');
    const number = congressional && houseDistrict(congressional.geoid);
    const { stateCode } = subject;
    const chambers: readonly StateSeat[] = [
      { chamber: 'upper', office: 'State upper chamber', district: of('state_upper_chamber') },
      { chamber: 'lower', office: 'State lower chamber', district: of('state_lower_chamber') },
    ];
    const seats = geographies ? chambers : [];
    const [live, ...state] = await Promise.all([
      stateCode
        ? membersFor(sources, { stateCode, district: number, on: today })
        : Promise.resolve(unknown(congressCard.name, 'state')),
      ...seats.map((seat) => legislatorsOf(sources, stateCode, seat)),
    ] as const);
    const ofCongress = {
      area: `${stateCode ?? 'the state'}${congressional ? ` and its congressional district ${congressional.geoid}` : ', senators only'}`,
      recordScope: 'members in office today',
    };
    const copied = () => membersInCopy(mirror, { stateCode: stateCode ?? '', district: number, on: today });
    const found = answer.addLiveOrMirror<readonly Seat[]>(ofCongress, live, copied);
    const { cited: congress, fromMirror, lookup: members } = found;
    const copyOf = fromMirror && hasData(members) ? members.citation.fetchedAt.slice(0, 10) : undefined;
    const houses = seats.flatMap((seat, index) => {
      const lookup = state[index] as Lookup<readonly Legislator[]>;
      // a legislature of one chamber has no lower districts at all
      if (seat.chamber === 'lower' && !seat.district && geographies?.state === 'found') return [];
      const cited = answer.addLookup(lookup, {
        area: seat.district ? `state legislative district ${seat.district.geoid}` : 'the state',
        recordScope: `${seat.chamber} chamber, members in office today`,
      });
      return [{ ...seat, lookup, cited }];
    });
    const officials = [
      ...(citedRows(congress?.data, congress?.citation, undefined, (member) =>
        viewMember(member, stateCode, congressional?.name),
      ) ?? []),
      ...houses.flatMap(({ office, district, cited }) => {
        const view = (one: Legislator) => ({
          office,
          district: district?.name ?? one.district,
          ...pickFields(one, 'name', 'party', 'website'),
        });
        return citedRows(cited?.data, cited?.citation, undefined, view) ?? [];
      }),
    ];
    const components: Record<string, Component> = {
      us_senate: seatIn(members, 'senate', copyOf),
      ...(geographies && { us_house: number === undefined ? houseUnknown : seatIn(members, 'house', copyOf) }),
      ...Object.fromEntries(houses.map(({ chamber, lookup }) => [`state_${chamber}`, lookupComponent(lookup)])),
    };
    const none = officials.length === 0;
    return answer.finish({
      summary: none
        ? 'No member of Congress or of the state legislature could be named for the place from the sources that were queried.'
        : `${officials.map(({ office, name }) => `${office} ${plainName(name) ?? 'without a name'}`).join(', ')}, as listed on ${today}${copyOf ? `; Congress after the mirrored copy of ${copyOf}` : ''}.`,
      ...(none ? { ...(answer.state === 'empty' ? {} : { state: 'unavailable' as const }) } : { facts: { officials } }),
      components,
      limits: [!geographies && ofOnePoint],
    });
  },
});
