import type { FakeUpstream } from './fake-upstream.ts';
import { daysBefore } from './tables.ts';

interface SyntheticMatter {
  readonly file: string;
  readonly title: string;
  readonly name?: string;
  readonly type?: string;
  readonly status?: string;
  readonly days: number;
}

/** Fake upstream of one client of the Legistar interface: whole rows, people included, since the day that is queried. */
export function legistarClient(cardId: string, client: string, matters: readonly SyntheticMatter[]): FakeUpstream {
  return {
    cardId,
    hosts: ['webapi.legistar.com'],
    respond(request) {
      if (request.path !== `/v1/${client}/matters`) return undefined;
      const since = /MatterIntroDate ge datetime'(\d{4}-\d{2}-\d{2})'/.exec(request.query.get('$filter') ?? '')?.[1];
      if (!since) return { status: 400, body: { Message: 'The query specified in the URI is not valid.' } };
      const skip = Number(request.query.get('$skip') ?? 0);
      const { daysAgo } = daysBefore(request.now);
      const rows = matters
        .map((matter, index) => ({
          MatterId: 9000 + index,
          MatterGuid: `SYNTHETIC-${index}`,
          MatterFile: matter.file,
          MatterName: matter.name ?? null,
          MatterTitle: matter.title,
          MatterTypeName: matter.type ?? 'Bill',
          MatterStatusName: matter.status ?? 'IN COMMITTEE',
          MatterBodyName: 'SYNTHETIC COMMITTEE',
          MatterIntroDate: `${daysAgo(matter.days)}T00:00:00`,
          MatterPassedDate: null,
          MatterRequester: 'JANE Q PLANTED',
          MatterNotes: 'call JANE Q PLANTED, 555-010-0199',
        }))
        .filter(({ MatterIntroDate }) => MatterIntroDate >= since)
        .sort((a, b) => b.MatterIntroDate.localeCompare(a.MatterIntroDate, 'en'));
      return { body: rows.slice(skip, skip + Number(request.query.get('$top') ?? 1000)) };
    },
  };
}
