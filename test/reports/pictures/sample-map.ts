import type { MapData, MapMark } from '../../../src/reports/pictures/schema.ts';

const fetchedAt = '2026-11-21T12:00:00.000Z';
const cited = (sourceName: string) => ({ sourceName, sourceUrl: 'https://example.org/', fetchedAt });
const metersPerDegree = 111_195;

/** A made-up neighborhood around a point: everything that a map can show, in meters east and north of the center. */
export function sampleMap(center: { readonly latitude: number; readonly longitude: number }, count: number): MapData {
  const scale = Math.cos((center.latitude * Math.PI) / 180);
  const at = (east: number, north: number): [number, number] => [
    center.longitude + east / metersPerDegree / scale,
    center.latitude + north / metersPerDegree,
  ];
  const box = (west: number, south: number, width: number, depth: number) => [
    at(west, south),
    at(west, south + depth),
    at(west + width, south + depth),
    at(west + width, south),
    at(west, south),
  ];
  const groups = ['record', 'plan', 'sale', 'environment'] as const;
  const marks = Array.from({ length: count }, (_, index): MapMark => {
    // a spiral with clumps: every third stands where the one before it does
    const step = index - (index % 3 === 2 ? 1 : 0);
    const [east, north] = [Math.cos(step) * (20 + step * 30), Math.sin(step) * (20 + step * 30)];
    const [longitude, latitude] = at(east, north);
    return {
      number: index + 1,
      id: `mark-${index}`,
      group: groups[index % groups.length] ?? 'record',
      type: 'permits',
      label: 'Building permits',
      title: `Permit <${index}> & "more"`,
      position: { latitude, longitude },
      distanceMeters: Math.round(Math.hypot(east, north)),
      direction: 'E',
      onParcel: index === 0,
      citation: cited('City permits'),
    };
  });
  const lots = [-90, -60, -30, 30, 60].map((west) => ({
    kind: 'neighbor' as const,
    rings: [box(west, -25, 28, 50)],
    scope: 'site' as const,
    layer: 0,
  }));
  return {
    center,
    centerLabel: 'Matched address',
    marks,
    marksLeftOut: 0,
    areas: [
      { kind: 'parcel', name: '1', rings: [box(-2, -25, 28, 50)], layer: 0 },
      ...lots,
      { kind: 'flood', name: 'AE', rings: [box(-3000, -3000, 6000, 2980)], layer: 1 },
      { kind: 'wetland', name: 'PFO1A', rings: [box(100, 60, 200, 90), box(150, 80, 40, 30)], layer: 2 },
      { kind: 'water', name: 'R5UBH', rings: [box(-400, 200, 60, 900)], layer: 2 },
    ],
    roads: [
      { class: 'local', name: "O'Brien & Sons Ln", lines: [[at(-300, 35), at(300, 36)]], layer: 3 },
      { class: 'local', name: 'Elm St', lines: [[at(50, -300), at(52, 300)]], layer: 3 },
      { class: 'secondary', name: 'State Hwy 9', lines: [[at(-2500, -700), at(0, -500), at(2500, -600)]], layer: 3 },
      { class: 'primary', lines: [[at(900, -2500), at(1000, 2500)]], layer: 3 },
    ],
    layers: ['Tax lots', 'Special Flood Hazard Areas', 'Wetlands', 'Roads'].map((label) => ({
      label,
      complete: true,
      citation: cited(`${label} of the county`),
    })),
    notDrawn: [],
  };
}
