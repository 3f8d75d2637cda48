/** Sample places that every fake upstream knows. Street addresses are public buildings. */
export interface SamplePlace {
  readonly id: string;
  readonly address: string;
  readonly matched: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zip: string;
  readonly city: string;
  readonly stateCode: string;
  readonly stateFips: string;
  readonly countyFips: string;
  readonly countyName: string;
  readonly tract: string;
}

export const samplePlaces = {
  /** Configured city with a full set of lanes; the address of most examples. */
  raleigh: {
    id: 'raleigh',
    address: '222 W Hargett St, Raleigh, NC 27601',
    matched: '222 W HARGETT ST, RALEIGH, NC, 27601',
    latitude: 35.7783,
    longitude: -78.6431,
    zip: '27601',
    city: 'Raleigh',
    stateCode: 'NC',
    stateFips: '37',
    countyFips: '37183',
    countyName: 'Wake County',
    tract: '37183050100',
  },
  chicago: {
    id: 'chicago',
    address: '121 N LaSalle St, Chicago, IL 60602',
    matched: '121 N LASALLE ST, CHICAGO, IL, 60602',
    latitude: 41.8838,
    longitude: -87.6319,
    zip: '60602',
    city: 'Chicago',
    stateCode: 'IL',
    stateFips: '17',
    countyFips: '17031',
    countyName: 'Cook County',
    tract: '17031320100',
  },
  newYork: {
    id: 'new-york',
    address: '100 Gold St, New York, NY 10038',
    matched: '100 GOLD ST, NEW YORK, NY, 10038',
    latitude: 40.7106,
    longitude: -74.0037,
    zip: '10038',
    city: 'New York',
    stateCode: 'NY',
    stateFips: '36',
    countyFips: '36061',
    countyName: 'New York County',
    tract: '36061001501',
  },
  /** Nothing but a published parcel layer of the state is configured here. */
  biloxi: {
    id: 'biloxi',
    address: '140 Lameuse St, Biloxi, MS 39530',
    matched: '140 LAMEUSE ST, BILOXI, MS, 39530',
    latitude: 30.3958,
    longitude: -88.8861,
    zip: '39530',
    city: 'Biloxi',
    stateCode: 'MS',
    stateFips: '28',
    countyFips: '28047',
    countyName: 'Harrison County',
    tract: '28047000100',
  },
  /** Connecticut: two sets of county codes. */
  hartford: {
    id: 'hartford',
    address: '550 Main St, Hartford, CT 06103',
    matched: '550 MAIN ST, HARTFORD, CT, 06103',
    latitude: 41.7637,
    longitude: -72.6734,
    zip: '06103',
    city: 'Hartford',
    stateCode: 'CT',
    stateFips: '09',
    countyFips: '09003',
    countyName: 'Hartford County',
    tract: '09003502100',
  },
  /** A city that is its own county, with tax and license registers. */
  philadelphia: {
    id: 'philadelphia',
    address: '1515 Market St, Philadelphia, PA 19102',
    matched: '1515 MARKET ST, PHILADELPHIA, PA, 19102',
    latitude: 39.9527,
    longitude: -75.1665,
    zip: '19102',
    city: 'Philadelphia',
    stateCode: 'PA',
    stateFips: '42',
    countyFips: '42101',
    countyName: 'Philadelphia County',
    tract: '42101000500',
  },
  /** No local lane is configured here, and no parcel layer is known: national lanes only. */
  olathe: {
    id: 'olathe',
    address: '100 E Santa Fe St, Olathe, KS 66061',
    matched: '100 E SANTA FE ST, OLATHE, KS, 66061',
    latitude: 38.8833,
    longitude: -94.8186,
    zip: '66061',
    city: 'Olathe',
    stateCode: 'KS',
    stateFips: '20',
    countyFips: '20091',
    countyName: 'Johnson County',
    tract: '20091053602',
  },
  /** A city that is its own county, where owners report rents by block. */
  sanFrancisco: {
    id: 'san-francisco',
    address: '1135 Powell St, San Francisco, CA 94108',
    matched: '1135 POWELL ST, SAN FRANCISCO, CA, 94108',
    latitude: 37.7952,
    longitude: -122.4101,
    zip: '94108',
    city: 'San Francisco',
    stateCode: 'CA',
    stateFips: '06',
    countyFips: '06075',
    countyName: 'San Francisco County',
    tract: '06075011300',
  },
} as const satisfies Record<string, SamplePlace>;

/** The sample place within about 3 km of a point. */
export function samplePlaceNear(latitude: number, longitude: number): SamplePlace | undefined {
  return Object.values(samplePlaces).find(
    (place) => Math.abs(place.latitude - latitude) < 0.03 && Math.abs(place.longitude - longitude) < 0.03,
  );
}
