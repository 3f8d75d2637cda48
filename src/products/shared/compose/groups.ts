import { listOf, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';

/** Above these headings sections stand together, by what they are about; an id that ends in a dot is of all that begin so. */
export const sectionGroups = tableFile('section-groups', { name: text, ids: listOf(text) });

/** The heading for a section; undefined for one that stands alone. */
export const groupOf = (id: string): string | undefined =>
  sectionGroups().find(({ ids }) => ids.some((one) => one === id || (one.endsWith('.') && id.startsWith(one))))?.name;
