import { distanceMeters } from '../../../src/geometry/geo.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';

const { sanFrancisco } = samplePlaces;

/** Year, size, band and number of units; labels in the forms of several years, a unit without rent, an open band. */
const groups: readonly (readonly [string, string, string, number])[] = [
  ['2026', 'One-Bedroom', '$2001-$2250', 4],
  ['2026', 'One-Bedroom', '$2501-$2750', 5],
  ['2026', 'One-Bedroom', '$7000+', 1],
  ['2026', 'One-Bedroom', '$0 (no rent paid by the occupant)', 2],
  ['2026', 'Studio', '$1751-$2000', 2],
  ['2026', 'Two-Bedroom', '$5001 or more', 3],
  ['2026', 'Two-Bedroom', '$3001-$3250', 1],
  ['2025', 'One-Bedroom', '$1001-$1250', 90],
];

/** A row as it stands; the address is that of a block. */
const firstRow = {
  unique_id: '1',
  block_num: '0191',
  block_address: '1100 Block Of Powell St',
  submission_year: '2026',
  occupancy_type: 'Occupied by non-owner',
  bedroom_count: 'One-Bedroom',
  monthly_rent: '$2501-$2750',
  analysis_neighborhood: 'Chinatown',
  point: { type: 'Point', coordinates: [sanFrancisco.longitude, sanFrancisco.latitude] },
};

/**
 * Counts by year, size and band within a circle, as the source sends grouped rows (numbers as text). Address of the
 * dataset, columns, labels and bands after three public clients of it (rent-control-public, a builder of a block map, a
 * ledger of parcels that pages it from data.sf.gov), which read no column of persons; the counts are made up.
 */
const fakeUpstream: FakeUpstream = {
  cardId: 'sf-rent-board-inventory',
  hosts: ['data.sf.gov'],
  respond({ path, query }) {
    if (path !== '/resource/gdc7-dmcn.json') return undefined;
    const where = query.get('$where') ?? '';
    if (where === '') return { body: [firstRow] };
    const [, latitude, longitude, radius] = /within_circle\(point, (-?[\d.]+), (-?[\d.]+), (\d+)\)/.exec(where) ?? [];
    if (!where.includes("occupancy_type = 'Occupied by non-owner'") || !query.get('$group'))
      return { status: 400, body: { code: 'query.compiler.malformed', error: true, message: 'malformed' } };
    const away = distanceMeters(sanFrancisco, { latitude: Number(latitude), longitude: Number(longitude) });
    const rows = away > Number(radius) ? [] : groups;
    return {
      body: rows.map(([submission_year, bedroom_count, monthly_rent, units]) => ({
        submission_year,
        bedroom_count,
        monthly_rent,
        units: String(units),
        owner_name: 'JANE Q PLANTED',
      })),
    };
  },
};

export default fakeUpstream;
