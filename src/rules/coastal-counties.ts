/** A state program that names the counties of its coast. */
export interface CoastalProgram {
  readonly state: string;
  readonly stateName: string;
  readonly program: string;
  /** As generally known; the text was not read for this table. */
  readonly statute: string;
  readonly agencyUrl: string;
  readonly counties: readonly string[];
}

/** Day on which the rows were written down. */
export const coastalCountiesAsOf = '2026-11-21';
/** Nobody has held the rows against the statutes for this table. */
export const coastalCountiesVerification = 'unverified' as const;

export const coastalPrograms: readonly CoastalProgram[] = [
  {
    state: 'NC',
    stateName: 'North Carolina',
    program: 'Coastal Area Management Act (CAMA) counties',
    statute: 'G.S. 113A-103',
    agencyUrl: 'https://www.deq.nc.gov/about/divisions/division-coastal-management',
    counties: [
      'Beaufort',
      'Bertie',
      'Brunswick',
      'Camden',
      'Carteret',
      'Chowan',
      'Craven',
      'Currituck',
      'Dare',
      'Gates',
      'Hertford',
      'Hyde',
      'New Hanover',
      'Onslow',
      'Pamlico',
      'Pasquotank',
      'Pender',
      'Perquimans',
      'Tyrrell',
      'Washington',
    ],
  },
  {
    state: 'FL',
    stateName: 'Florida',
    program: 'Coastal Construction Control Line counties',
    statute: 'F.S. 161.053',
    agencyUrl: 'https://floridadep.gov/rcp/coastal-construction-control-line',
    counties: [
      'Bay',
      'Brevard',
      'Broward',
      'Charlotte',
      'Collier',
      'Duval',
      'Escambia',
      'Flagler',
      'Franklin',
      'Gulf',
      'Indian River',
      'Lee',
      'Manatee',
      'Martin',
      'Miami-Dade',
      'Nassau',
      'Okaloosa',
      'Palm Beach',
      'Pinellas',
      'St. Johns',
      'St. Lucie',
      'Santa Rosa',
      'Sarasota',
      'Volusia',
      'Walton',
    ],
  },
];
