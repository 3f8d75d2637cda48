import { describe, expect, test } from 'vitest';
import { claimFault, claimTopics, flyerClaims } from '../../src/rules/flyer-claims.ts';
import { measureFault, type RecordedNumber } from '../../src/rules/flyer-measures.ts';

/** Conditions of a property: what is built, measured, replaced or near. */
const accepted = [
  'Roof replaced in 2019',
  'New HVAC installed in 2021',
  'Hardwood floors on the main level',
  'White kitchen cabinets and black granite counters',
  'Walk-in closets in both bedrooms',
  'Fourth-floor walk-up',
  'Wheelchair ramp at the side entrance',
  'Handicap accessible bathroom on the first floor',
  'Family room with brick fireplace',
  'Single-family house on a corner lot',
  'Two-family building with separate meters',
  'Mother-in-law suite with its own entrance',
  'Bachelor apartment above the garage',
  'Primary bedroom on the ground floor',
  'Jogging trails within half a mile',
  'Bus stop 300 feet from the front door',
  'Detached garage with a 240-volt outlet',
  'Private well and septic system',
  'Private fenced yard',
  'Fenced back yard with raised beds',
  'Mature oak trees along the street',
  'Young fruit trees in the back yard',
  'Italian marble in the entry hall',
  'Spanish Colonial facade from the 1920s',
  'French doors to the patio',
  'English basement with exterior stairs',
  'Dutch door in the kitchen',
  'Cream walls and black window frames',
  'Faces Church Street',
  'Corner of Temple Ave and 4th Street',
  'Converted church built of local stone',
  'Wall safe in the study',
  'Safety glass in the shower',
  'Gun safe stays with the house',
  'Deed restricted community with written covenants',
  'Integrated dishwasher and refrigerator',
  'Traditional brick colonial',
  'Non-smoking building',
  'No bicycles in the lobby',
  'Laundry in the unit',
  'Gas range, stainless steel hood',
  'Solar panels, 6 kW, installed 2020',
  'Tankless water heater',
  'Standing seam metal roof',
  'Slate roof and copper gutters',
  'Zoned R-10',
  'Wake County public schools serve this address',
  'Nash Square park is two blocks east',
  'Light rail station 0.4 miles away',
  'Street parking by city permit',
  'One assigned parking space',
  'Elevator building with 24-hour doorman',
  'Windows replaced in 2016, double glazed',
  'Roman blinds in all bedrooms',
  'Crawl space encapsulated in 2018',
  'Foundation repaired in 2015, transferable report',
  'Sewer line replaced 2022',
  'Home warranty included',
  'HOA dues 120 dollars a month',
  'Professionally installed sprinkler system',
  "Children's library across the street",
  'Kids bath with double sink',
  'Screened porch facing south',
  'Open floor plan',
  'Jewel-tone tile in the foyer',
];

/** By topic, so that none of them is empty. */
const refused: Readonly<Record<(typeof claimTopics)[number], readonly string[]>> = {
  race: ['White neighborhood', 'Black community nearby', 'Caucasian only', 'Hispanic residence', 'Colored home'],
  national_origin: [
    'Polish neighborhood',
    'Italian families on the block',
    'English speaking only',
    'No immigrants',
    'In the heart of Chinatown',
    'American citizens preferred',
  ],
  religion: [
    'Walking distance to church',
    'Near St. Mary\u2019s Catholic school',
    'Jewish home',
    'Close to the synagogue',
    'Christian community',
    'Mosque two blocks away',
  ],
  sex: ['Men only', 'Ladies preferred', 'Great for single women', 'Bachelor pad'],
  familial_status: [
    'Family-friendly street',
    'Perfect for a growing family',
    'No children',
    'Adults only',
    'Adult building',
    'Couples preferred',
    'Ideal for young professionals',
    'Empty nesters will love it',
    '55+ community',
    'Kid friendly yard',
    'Great for retirees',
  ],
  disability: [
    'Able-bodied only',
    'No wheelchairs',
    'Must be able to climb stairs',
    'Not suitable for disabled',
    'No service animals',
  ],
  steering: [
    'Safe neighborhood',
    'Low crime area',
    'Quiet street',
    'Exclusive enclave',
    'Private community',
    'Good schools',
    'Top-rated school district',
    'Country club nearby',
    'Friendly neighbors',
    'Up-and-coming area',
    'Integrated area',
    'Membership approval required',
  ],
  superlative: [
    'The best house on the street',
    'Stunning kitchen',
    'Luxury finishes',
    'Your dream home',
    'Beautiful garden',
    'One of a kind',
    'World-class location',
    '#1 listing in town',
    'Turnkey',
    'Immaculate condition',
  ],
  promise: [
    'Guaranteed to sell',
    'Will appreciate',
    'Never floods',
    'Not in a flood zone',
    'Mold free',
    'Up to code',
    'Risk-free purchase',
    'County approved',
  ],
  value: [
    'Great investment',
    'Below market',
    'Priced to sell',
    'Instant equity',
    'High rental income',
    'Valued at 500,000 dollars',
    'Cash flow from day one',
    'Motivated seller',
    'A steal',
  ],
};

describe('what a flyer may say', () => {
  test.each(accepted)('accepts: %s', (phrase) => {
    expect(claimFault(phrase)).toBeUndefined();
  });

  test.each(Object.entries(refused).flatMap(([topic, phrases]) => phrases.map((phrase) => ({ topic, phrase }))))(
    'refuses: $phrase ($topic)',
    ({ phrase }) => {
      const fault = claimFault(phrase);
      expect(fault?.reason).toMatch(/\w/);
      expect(fault?.citation.sourceUrl).toMatch(/^https:\/\/[\w.]+\.gov\//);
    },
  );

  test('has 60 of each, and phrases for every topic of the table', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(60);
    expect(Object.values(refused).flat().length).toBeGreaterThanOrEqual(60);
    expect(flyerClaims.rows.map(({ topic }) => topic).sort()).toEqual([...claimTopics].sort());
    for (const [topic, phrases] of Object.entries(refused))
      expect(
        phrases.map((phrase) => claimFault(phrase)?.topic),
        topic,
      ).toContain(topic);
  });

  test('is not deceived by signs that hide or decorate a word', () => {
    for (const phrase of ['Sa\u200bfe area', 'S\u00e1fe area', 'ＳＡＦＥ area', 'no\u2010children', 'Guaran\u00adteed'])
      expect(claimFault(phrase), phrase).toBeDefined();
  });
});

describe('numbers of a flyer', () => {
  const record: readonly RecordedNumber[] = [
    { field: 'yearBuilt', value: 1983 },
    { field: 'livingArea', value: 1853, unit: 'ft2' },
    { field: 'lotArea', value: 10_890, unit: 'ft2' },
    { field: 'units', value: 2 },
    { field: 'floors', value: 2 },
  ];

  test.each([
    'Built in 1983',
    '1983-built brick house',
    '1,853 sq ft of living area',
    'Lot of 10,890 square feet',
    '0.25 acre lot',
    'Quarter-acre lot',
    'On 1/4 acre',
    'Two-story house',
    '2 units',
    'Roof replaced in 2019',
    '400 sq ft deck',
    '3 bedrooms and 2.5 baths',
    'Garage built in 1999',
  ])('agrees with the record, or is not of it: %s', (phrase) => {
    expect(measureFault(phrase, record)).toBeUndefined();
  });

  test.each([
    ['Built in 1990', 'year_built', 1990],
    ['1990-built brick house', 'year_built', 1990],
    ['2,000 sq ft of living area', 'area', 2000],
    ['1,900 sqft', 'area', 1900],
    ['0.5 acres', 'lot', 0.5],
    ['Half-acre lot', 'lot', 0.5],
    ['Three-story house', 'stories', 3],
    ['4 units', 'units', 4],
  ] as const)('differs from the record: %s', (phrase, measure, claimed) => {
    expect(measureFault(phrase, record)).toMatchObject({ measure, claimed });
  });

  test('holds nothing against a record that is silent', () => {
    expect(measureFault('Built in 1700, 9 bedrooms, 12 acres', [])).toBeUndefined();
    expect(measureFault('4 bedrooms', [{ field: 'bedrooms', value: 3 }])).toMatchObject({ measure: 'bedrooms' });
  });
});
