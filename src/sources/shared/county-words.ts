import { countyCodes } from '../../geography/by-county.ts';
import type { Subject } from '../../kernel/subject.ts';

/**
 * The county's name as sources that keep the old counties write it, without "County"; Connecticut's by its former
 * county where that is known. Undefined where the county is not.
 */
export function plainCounty(subject: Subject): string | undefined {
  const codes = countyCodes(subject);
  const chosen = codes.find(({ vintage }) => vintage === 'counties') ?? codes[0];
  return chosen?.name.replace(/ (county|parish|borough|census area|municipality|municipio|planning region)$/i, '');
}
