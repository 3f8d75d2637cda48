/** Townships of Cook County by the Assessor's two-digit code. */
const suburbs =
  'Barrington Berwyn Bloom Bremen Calumet Cicero Elk_Grove Evanston Hanover Lemont Leyden Lyons Maine New_Trier Niles Northfield Norwood_Park Oak_Park Orland Palatine Palos Proviso Rich River_Forest Riverside Schaumburg Stickney Thornton Wheeling Worth';
const city = 'Hyde_Park Jefferson Lake Lake_View North_Chicago Rogers_Park South_Chicago West_Chicago';

const coded = (names: string, first: number) =>
  names.split(' ').map((name, at) => [String(first + at), name.replaceAll('_', ' ')] as const);

export const cookTownships: Readonly<Record<string, string>> = Object.fromEntries([
  ...coded(suburbs, 10),
  ...coded(city, 70),
]);
