import type { FakeUpstream } from '../fake-upstream.ts';

const quantiles = (top: number) => Array.from({ length: 11 }, (_, at) => Math.round(top * (0.45 + at * 0.055)));

const segment = (pitchDegrees: number, azimuthDegrees: number, areaMeters2: number, top: number) => ({
  // the service leaves out what is zero
  ...(pitchDegrees && { pitchDegrees }),
  ...(azimuthDegrees && { azimuthDegrees }),
  stats: { areaMeters2, sunshineQuantiles: quantiles(top), groundAreaMeters2: areaMeters2 * 0.93 },
});

const segments = [segment(26.4, 178.2, 61.8, 1540), segment(25.9, 358.1, 58.3, 1105), segment(0, 0, 22.4, 1420)];

/** Above this latitude the service has no building near the point; above the next it answers with the neighbor's. */
const empty = 45;
const neighboring = { from: 41, to: 42 };

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
    const away = latitude > neighboring.from && latitude < neighboring.to ? 0.0004 : 0.00003;
    return {
      body: {
        center: { latitude: latitude + away, longitude },
        postalCode: latitude > 35 && latitude < 36 ? '27601' : '60602',
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
