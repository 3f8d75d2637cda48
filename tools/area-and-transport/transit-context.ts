import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, optionalRows, rows, type VerifyNext } from '../../src/kernel/answer.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, filled, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { stopListsNear } from '../../src/places/lanes/stop-lists.ts';
import type { LaneLocation } from '../../src/places/schema/port.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { transitRoutes as routeTable, transitRoutesNear } from '../../src/sources/ntad-transit-routes/client.ts';
import { transitStops as stopTable, transitStopsNear } from '../../src/sources/ntad-transit-stops/client.ts';

const shownStops = 5;
const shownRoutes = 8;
const shownAgencyStops = 4;
const namedRoutes = 4;

const distance = { distanceMeters: z.number() };

const facts = z.strictObject({
  stopCount: fact(z.int()).optional(),
  stops: rows({ ...stopTable.shape('name', 'stopId', 'mode'), ...distance }).optional(),
  stopsLeftOut: leftOut,
  routeCount: fact(z.int()).optional(),
  routes: rows({
    ...routeTable.shape('shortName', 'longName', 'mode', 'ntdId'),
    distanceMeters: z.number().describe('To the mapped line of the route, not to a stop of it'),
  }).optional(),
  routesLeftOut: leftOut,
  agencyStops: optionalRows("Stops of an agency's own list, where one is wired", {
    agency: z.string(),
    name: z.string(),
    routes: z.array(z.string()).optional().describe('Lines that stop here, where the list tells them'),
    accessible: z.boolean().optional().describe('As the agency marks the station'),
    ...distance,
  }),
});

/** Local agencies whose schedule feed is configured: where to read what runs today. */
function agencies(lane: LaneLocation): readonly VerifyNext[] {
  if (lane.state !== 'configured') return [];
  const feeds = lane.configured.filter(({ source }) => source.platform === 'gtfs');
  return feeds.map(({ source }) => ({
    action: 'Read schedules and service changes',
    with: source.publisher,
    url: source.landingUrl,
  }));
}

const unanswered = (state: string | undefined, what: string) =>
  state === 'unavailable' ? `its ${what} could not be read` : `no ${what}`;

function stopsSentence(stops: readonly { readonly distanceMeters: number }[] | undefined, state: string | undefined) {
  const [nearest] = stops ?? [];
  return stops && nearest
    ? `${many(stops.length, 'stop')}, the nearest at ${nearest.distanceMeters} m`
    : unanswered(state, 'stops');
}

type RouteName = { readonly shortName?: string | undefined; readonly longName?: string | undefined };

function routesSentence(routes: readonly RouteName[] | undefined, state: string | undefined): string {
  if (!routes) return unanswered(state, 'routes');
  const names = routes.flatMap(({ shortName, longName }) => plainName(shortName ?? longName) ?? []);
  const named = `${names.slice(0, namedRoutes).join(', ')}${names.length > namedRoutes ? ', …' : ''}`;
  return `${many(routes.length, 'route')}${names.length > 0 ? ` (${named})` : ''}`;
}

export default defineTool({
  title: 'Transit stops and routes around an address',
  summary: 'Transit stops and routes mapped within a radius, with straight-line distances and kind of vehicle.',
  whenToUse: 'Which bus and rail stops lie near this address, and which routes pass it?',
  notFor: 'Not timetables or trip planning; highways, freight rail and airports are svc_transportation_context.',
  sources: ['ntad-transit-stops', 'ntad-transit-routes'],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Around a point', arguments: { latitude: 41.8838, longitude: -87.6319, radiusMeters: 400 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(800, 3000) }),
  output: answerSchema({ facts, components: true }),
  async run(ctx, { radiusMeters: radius }) {
    const { subject, sources, answer } = ctx;
    const [stops, routes, local] = await Promise.all([
      transitStopsNear(sources, subject, radius),
      transitRoutesNear(sources, subject, radius),
      ctx.jurisdictions.lane(subject, 'transit', sources),
    ]);
    const lists = await stopListsNear(sources, local, subject, radius);
    const take = <T extends object>(name: string, lookup: Lookup<readonly T[]>, limit: number) => {
      const cited = answer.addPart(name, { area: `within ${radius} m of the point` }, lookup);
      return (
        cited && {
          all: cited.data,
          count: { value: cited.data.length, unit: name, citation: cited.citation },
          rows: citedRows(cited.data, cited.citation, limit) ?? [],
          more: beyond(cited.data, limit),
        }
      );
    };
    const halts = take('stops', stops, shownStops);
    const lines = take('routes', routes, shownRoutes);

    const own = lists.map(({ configured: { source }, lookup }) => ({
      source,
      state: lookup.state,
      cited: take(source.cardId, lookup, shownAgencyStops),
    }));
    const listed = own.flatMap(({ source, cited }) =>
      (cited?.rows ?? []).map((stop) => ({ agency: source.publisher, ...stop })),
    );

    const stopWords = stopsSentence(halts?.all, answer.components.stops?.state);
    const routeWords = routesSentence(lines?.all, answer.components.routes?.state);
    const unread = own.flatMap(({ source, state }) => (state === 'unavailable' ? [source.name] : []));
    const ofAgencies = own.reduce((sum, { cited }) => sum + (cited?.all.length ?? 0), 0);
    const ownWords =
      (own.length > unread.length
        ? `; ${many(own.length - unread.length, 'agency feed')}: ${many(ofAgencies, 'stop')}`
        : '') + (unread.length > 0 ? `; could not be read: ${unread.join(', ')}` : '');
    return answer.finish({
      summary: `National Transit Map within ${radius} m of ${placeWords(subject)}: ${stopWords}; ${routeWords}${ownWords}.`,
      facts: {
        ...(halts && { stopCount: halts.count, stops: halts.rows, stopsLeftOut: halts.more }),
        agencyStops: filled(listed),
        ...(lines && { routeCount: lines.count, routes: lines.rows, routesLeftOut: lines.more }),
      },
      limits: [subject.precision === 'address' && limitOf('address.along_street')],
      verifyNext: agencies(local),
    });
  },
});
