import type { FakeUpstream } from '../fake-upstream.ts';

const quantiles = (top: number) => Array.from({ length: 11 }, (_, at) => Math.round(top * (0.45 + at * 0.055)));

const segment = (pitchDegrees: number, azimuthDegrees: number, areaMeters2: number, top: number) => ({
  // the service leaves out what is zero
  ...(pitchDegrees && { pitchDegrees }),
  ...(azimuthDegrees && { azimuthDegrees }),
  stats: { areaMeters2, sunshineQuantiles: quantiles(top), groundAreaMeters2: areaMeters2 * 0.93 },
});

const segments = [segment(26.4, 178.2, 61.8, 1540), segment(25.9, 358.1, 58.3, 1105), segment(0, 0, 22.4, 1420)];

/** Above this latitude the service has no building near the point. */
const empty = 45;

const zips: readonly (readonly [number, number, string])[] = [
  [35, 36.5, '27601'],
  [39.9, 40.1, '19102'],
  [41.8, 42, '60602'],
];

/**
 * Parameters, the mask of fields and the members of a building after the reference of buildingInsights:findClosest
 * (developers.google.com/maps/documentation/solar) and the response types of two public clients; members that are zero are
 * left out there, and a place without a building is a 404 with NOT_FOUND.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'google-solar',
  hosts: ['solar.googleapis.com'],
  respond({ path, query }) {
    if (path !== '/v1/buildingInsights:findClosest') return undefined;
    if (!query.get('key')) return { status: 403, body: { error: { code: 403, status: 'PERMISSION_DENIED' } } };
    const [latitude, longitude] = [Number(query.get('location.latitude')), Number(query.get('location.longitude'))];
    if (latitude > empty)
      return {
        status: 404,
        body: { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
      };
    const postalCode = zips.find(([from, to]) => latitude > from && latitude < to)?.[2];
    return {
      body: {
        center: { latitude: latitude + 0.00003, longitude },
        ...(postalCode && { postalCode }),
        imageryDate: { year: 2024, month: 4, day: 12 },
        imageryQuality: 'HIGH',
        solarPotential: {
          maxArrayPanelsCount: 44,
          maxArrayAreaMeters2: 86.4,
          maxSunshineHoursPerYear: 1540.2,
          panelCapacityWatts: 400,
          wholeRoofStats: { areaMeters2: 142.5 },
          roofSegmentStats: segments,
        },
      },
    };
  },
};

export default fakeUpstream;
