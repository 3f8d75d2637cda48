import { expect, test } from 'vitest';
import { findingsIn } from '../../../src/findings/engine.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

interface Feature {
  geometry?: { rings: number[][][] };
}

/** Cuts every drawn area off west of a line so many meters east of the point; counts and rows stay as they are. */
const eastOf = (meters: number) => ({
  edit: (body: unknown) => {
    const line = offset(samplePlaces.raleigh, meters, 0).longitude;
    const cut = (ring: number[][]) => ring.map(([x = 0, y = 0]) => [Math.max(x, line), y]);
    const { features, ...rest } = body as { features?: Feature[] };
    if (!features) return body;
    return {
      ...rest,
      features: features.map((feature) =>
        feature.geometry?.rings ? { ...feature, geometry: { rings: feature.geometry.rings.map(cut) } } : feature,
      ),
    };
  },
});

test.each([
  ['svc_landslide_context', 'usgs-landslides', 'landslideOnParcel'],
  ['svc_wildfire_history', 'nifc-wfigs', 'recentOnParcel'],
])('%s: an area over a part of the parcel is said with its share', async (tool, card, field) => {
  const answer = await askWith({ [card]: eastOf(5) }, tool, { address: raleigh });
  expect(answer.state).toBe('found');
  const stated = [answer.facts?.[field]].flat()[0] as { sharePercent: number };
  expect(stated.sharePercent).toBeGreaterThan(10);
  expect(stated.sharePercent).toBeLessThan(90);
  expect(answer.facts?.pointAgrees).toMatchObject({ value: false });
  expect(answer.summary).toContain(`${stated.sharePercent}%`);
});

test.each([
  ['svc_landslide_context', 'usgs-landslides', 'outlinesAtPoint'],
  ['svc_wildfire_history', 'nifc-wfigs', 'recentByDistance'],
])('%s: without a drawing that reads, the point alone speaks', async (tool, card, kept) => {
  const undrawn = {
    edit: (body: unknown) => {
      const { features, ...rest } = body as { features?: Feature[] };
      return features?.some(({ geometry }) => geometry?.rings)
        ? { ...rest, features: features.map((feature) => ({ ...feature, geometry: { rings: [] } })) }
        : body;
    },
  };
  const answer = await askWith({ [card]: undrawn }, tool, { address: raleigh });
  expect(answer.state).toBe('partial');
  expect(answer.facts).toHaveProperty(kept);
  expect(answer.facts).not.toHaveProperty('pointAgrees');
});

test('a landslide over a part of the parcel is a finding', async () => {
  const answer = await askWith({ 'usgs-landslides': eastOf(5) }, 'svc_landslide_context', { address: raleigh });
  const reading = { id: 'landslide_context', tool: 'svc_landslide_context', title: 'Landslides', answer } as const;
  const [found] = findingsIn([reading]);
  expect(found).toMatchObject({ kind: 'hazards', where: 'on_parcel', differs: true });
  expect(found?.finding).toMatch(/landslide ground on part of the parcel \(\d/);
});

test('nothing is queried from the outline where nothing lies near', async () => {
  const { facts, searched } = await askWith({}, 'svc_wildfire_history', { address: chicago });
  expect(facts).toBeUndefined();
  expect(searched.some(({ area }) => area?.includes('outline'))).toBe(false);
});
