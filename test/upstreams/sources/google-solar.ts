import type { FakeUpstream, UpstreamReply } from '../fake-upstream.ts';
import { type KeyState, keyState } from '../keys.ts';

const quantiles = (top: number) => Array.from({ length: 11 }, (_, at) => Math.round(top * (0.45 + at * 0.055)));

const segment = (pitchDegrees: number, azimuthDegrees: number, areaMeters2: number, top: number) => ({
  // the service leaves out what is zero
  ...(pitchDegrees && { pitchDegrees }),
  ...(azimuthDegrees && { azimuthDegrees }),
  stats: { areaMeters2, sunshineQuantiles: quantiles(top), groundAreaMeters2: areaMeters2 * 0.93 },
});

const segments = [segment(26.4, 178.2, 61.8, 1540), segment(25.9, 358.1, 58.3, 1105), segment(0, 0, 22.4, 1420)];

const refusal = (code: number, status: string, message: string, reason?: string): UpstreamReply => ({
  status: code,
  body: {
    error: {
      code,
      message,
      status,
      ...(reason && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
      }),
    },
  },
});

/** A key that is not known is a 400 there, a missing one a 403. */
const refusals: Readonly<Record<Exclude<KeyState, 'good'>, UpstreamReply>> = {
  missing: refusal(
    403,
    'PERMISSION_DENIED',
    "Method doesn't allow unregistered callers (callers without established identity).",
  ),
  unknown: refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'),
  throttled: refusal(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Requests'.", 'RATE_LIMIT_EXCEEDED'),
};

/** Above this latitude the service has no building near the point. */
const empty = 45;

const zips: readonly (readonly [number, number, string])[] = [
  [35, 36.5, '27601'],
  [39.9, 40.1, '19102'],
  [41.8, 42, '60602'],
];

/**
 * Parameters, the mask of fields and the members of a building after the reference of buildingInsights:findClosest
 * (developers.google.com/maps/documentation/solar), Google's own generated client and the types of two public clients
 * (solaire, Solar-Insights); members that are zero are left out there, and a place without a building is a 404. The form
 * of an error is that of all Google's interfaces, as vivet/GoogleApi#375 shows it.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'google-solar',
  hosts: ['solar.googleapis.com'],
  respond({ path, query }) {
    if (path !== '/v1/buildingInsights:findClosest') return undefined;
    const key = keyState(query.get('key'));
    if (key !== 'good') return refusals[key];
    const [latitude, longitude] = [Number(query.get('location.latitude')), Number(query.get('location.longitude'))];
    if (latitude > empty) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
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
