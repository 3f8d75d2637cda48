import type { FakeUpstream } from '../fake-upstream.ts';
import { daysBefore, type PastDays } from '../tables.ts';

const matter = (number: number, introduced: string, title: string, more: object = {}) => ({
  matterId: `SYNTHETIC-${number}`,
  recordNumber: `O2026-00${number}`,
  title,
  type: 'Ordinance',
  matterCategory: null,
  status: '4-In Committee',
  subStatus: 'Referred',
  controllingBody: 'Committee on Synthetic Affairs',
  introductionDate: `${introduced}T15:00:00+00:00`,
  finalActionDate: null,
  filingSponsor: 'JANE Q PLANTED',
  ...more,
});

const matters = ({ daysAgo }: PastDays) => [
  matter(99001, daysAgo(12), 'SYNTHETIC amendment of Municipal Code Chapter 4-14 regarding shared housing units'),
  matter(99002, daysAgo(12), 'SYNTHETIC Zoning Reclassification Map No. 1-F at 115-125 N LaSalle St - App No. 99001'),
  matter(99003, daysAgo(12), 'SYNTHETIC Zoning Reclassification Map No. 5-G at 3344 N Synthetic Ave - App No. 99002'),
  matter(99004, daysAgo(60), 'SYNTHETIC amendment of Municipal Code Title 17 regarding planned development', {
    status: '5-Passed',
    subStatus: null,
    finalActionDate: `${daysAgo(30)}T15:00:00+00:00`,
  }),
  matter(99005, daysAgo(12), 'SYNTHETIC appointment of JANE Q PLANTED to the Zoning Board of Appeals'),
  matter(99006, daysAgo(12), 'SYNTHETIC loading zone on N LaSalle St'),
  matter(99007, daysAgo(200), 'SYNTHETIC older zoning amendment'),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'chicago-legislation',
  hosts: ['api.chicityclerkelms.chicago.gov'],
  respond(request) {
    if (request.path !== '/matter') return undefined;
    const filter = request.query.get('filter') ?? '';
    const since = /^introductionDate ge (\S+)T00:00:00Z and \(type eq 'Ordinance'/.exec(filter)?.[1];
    const top = Number(request.query.get('top'));
    if (!since || top > 500) return { status: 400, body: { message: 'invalid filter' } };
    const rows = matters(daysBefore(request.now)).filter(({ introductionDate }) => introductionDate >= since);
    const skip = Number(request.query.get('skip') ?? 0);
    return { body: { data: rows.slice(skip, skip + top), meta: { skip, top, count: rows.length } } };
  },
};

export default fakeUpstream;
