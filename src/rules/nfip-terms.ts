/** Terms of the National Flood Insurance Program that the law fixes, restated; the text decides. */
export interface NfipTerm {
  readonly term: string;
  readonly value: string;
  readonly statute: string;
}

export const nfipTermsAsOf = '2026-11-21';
export const nfipLaw = {
  name: 'National Flood Insurance Act, 42 U.S.C. chapter 50 (restated from general knowledge; text not read)',
  url: 'https://uscode.house.gov/browse/prelim@title42/chapter50',
} as const;

export const nfipTerms: readonly NfipTerm[] = [
  {
    term: 'building coverage, at most',
    value: '250,000 USD for a one- to four-family dwelling',
    statute: '42 U.S.C. 4013(b)',
  },
  { term: 'contents coverage, at most', value: '100,000 USD for a household', statute: '42 U.S.C. 4013(b)' },
  {
    term: 'waiting period',
    value: '30 days, with exceptions at a loan closing or a map change',
    statute: '42 U.S.C. 4013(c)',
  },
  { term: 'yearly increase of a primary residence, at most', value: '18 percent', statute: '42 U.S.C. 4015(e)' },
  { term: 'yearly surcharge', value: '25 USD for a primary residence, 250 USD otherwise', statute: '42 U.S.C. 4015a' },
  {
    term: 'mandatory purchase',
    value: 'building in a special flood hazard area that secures a federally backed or regulated loan',
    statute: '42 U.S.C. 4012a(b)',
  },
];
