/** Occupancy classes of the inventory, which are those of FEMA's Hazus; a code is followed by details behind a hyphen. */
export const occupancies: Readonly<Record<string, string>> = {
  RES1: 'single-family dwelling',
  RES2: 'manufactured home',
  RES3: 'multifamily dwelling',
  RES4: 'hotel or motel',
  RES5: 'institutional dormitory',
  RES6: 'nursing home',
  COM1: 'retail trade',
  COM2: 'wholesale trade',
  COM3: 'personal and repair services',
  COM4: 'professional or technical services',
  COM5: 'bank',
  COM6: 'hospital',
  COM7: 'medical office or clinic',
  COM8: 'entertainment and recreation',
  COM9: 'theater',
  COM10: 'parking',
  IND1: 'heavy industry',
  IND2: 'light industry',
  IND3: 'food, drugs or chemicals',
  IND4: 'metals or minerals processing',
  IND5: 'high technology',
  IND6: 'construction',
  AGR1: 'agriculture',
  REL1: 'church or nonprofit',
  GOV1: 'government, general services',
  GOV2: 'government, emergency response',
  EDU1: 'school or library',
  EDU2: 'college or university',
};

export const foundations: Readonly<Record<string, string>> = {
  S: 'slab',
  C: 'crawlspace',
  B: 'basement',
  P: 'pier',
  I: 'pile',
  F: 'fill',
  W: 'solid wall',
};

export const constructions: Readonly<Record<string, string>> = {
  W: 'wood',
  M: 'masonry',
  C: 'concrete',
  S: 'steel',
  H: 'manufactured',
};
