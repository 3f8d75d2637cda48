const kinds = /\b(city and borough|census area|county|parish|borough|municipality|municipio|planning region)\b/g;

/**
 * A county's name without its kind, case, accents and punctuation, for sources that name counties and carry no code:
 * "St. Louis County" and "SAINT LOUIS" are one, "Norfolk city" keeps its "city".
 */
export function countyKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(kinds, '')
    .replace(/[^a-z]/g, '');
}
