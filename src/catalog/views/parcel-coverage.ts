import type { ParcelDepth } from '../../places/schema/jurisdiction.ts';

/** One county, and how much the parcel sources that reach all of it tell; without a depth where none reaches it. */
export interface CountyParcels {
  /** Census code, five digits. */
  readonly fips: string;
  readonly state: string;
  readonly people: number;
  readonly depth?: ParcelDepth;
}

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`);

const peopleOf = (counties: readonly CountyParcels[], depth?: ParcelDepth) =>
  counties.filter((county) => county.depth === depth).reduce((sum, { people }) => sum + people, 0);

/** Shares of the people of some counties: with facts, with identity alone, without a parcel. */
function shares(counties: readonly CountyParcels[]): readonly string[] {
  const all = counties.reduce((sum, { people }) => sum + people, 0);
  return [peopleOf(counties, 'facts'), peopleOf(counties, 'identity'), peopleOf(counties)].map((part) =>
    percent(part, all),
  );
}

/** What is said of the parcels of a metropolitan area's counties. */
export function metroParcels(counties: readonly CountyParcels[], of: readonly string[]): string {
  const own = counties.filter(({ fips }) => of.includes(fips));
  const [facts = '', identity = '', none = ''] = shares(own);
  const parts = [
    ...(peopleOf(own, 'facts') > 0 ? [`facts for ${facts}`] : []),
    ...(peopleOf(own, 'identity') > 0 ? [`number and outline for ${identity}`] : []),
  ];
  if (parts.length === 0) return 'none: no layer is sure to reach a county of it';
  return `${parts.join(', ')}${peopleOf(own) > 0 ? ` of its people; no sure layer for ${none}` : ' of its people'}`;
}

/** The section on parcels: share of the people of each state whose county has a parcel layer, by how much it tells. */
export function parcelSection(counties: readonly CountyParcels[]): string {
  const states = [...new Set(counties.map(({ state }) => state))].toSorted((a, b) => (a < b ? -1 : 1));
  const rows = states.map((state) => {
    const own = counties.filter((county) => county.state === state);
    return `| ${state} | ${shares(own).join(' | ')} |`;
  });
  const [facts, identity, none] = shares(counties);
  return `A parcel can be looked up in counties with ${facts} of the people with facts (use, values, year built or sale, as far as the layer has them), and with ${identity} by number, outline and area alone; ${none} live where no layer is sure to reach. Counted by county of residence (census of 2020, table of HUD for FY 2024), states and the District of Columbia; a state's layer that lacks counties without saying which is not counted, and is queried all the same.

| state | facts | number and outline alone | no sure layer |
|---|---:|---:|---:|
${rows.join('\n')}
`;
}
