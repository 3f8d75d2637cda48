import { textOf } from '../../kernel/text.ts';
import { withoutMarkup } from '../shared/wikimedia.ts';

/** What a file's license asks of whoever reuses it. */
export interface Rights {
  readonly license: string;
  readonly licenseUrl?: string;
  readonly attributionRequired: boolean;
  /**
   * The author as the file names them. Naming the author is a duty of the license to whoever made the picture; it is no
   * exception to the rule that nothing is said about people of a property.
   */
  readonly attribution?: string;
}

/** `extmetadata` of a file: a value with markup under each name. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Text of one field without markup; electronic addresses are no part of a credit. */
export function fieldOf(metadata: Metadata, name: string, maxLength = 160): string | undefined {
  const field = metadata[name];
  const value = typeof field === 'object' && field !== null && 'value' in field ? field.value : undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const plain = withoutMarkup(String(value)).replace(/\S+@\S+\.\S+/g, ' ');
  return textOf(plain, maxLength);
}

const attributed = /^CC[ -]BY(?:[ -]SA)?[ -]\d\.\d(?:[ ,-]|$)/i;
const free = /^(?:CC0(?: 1\.0)?|public domain|PD(?:[ -]\w+)*)$/i;
const notFree = /\b(?:NC|ND|GFDL 1\.2 only|fair use|all rights reserved)\b/i;

/**
 * The rights of a file that may be reused freely; undefined where its license is unknown or not free, or where the license
 * asks for an author or a link that the file does not give.
 */
export function rightsOf(metadata: Metadata): Rights | undefined {
  const license = fieldOf(metadata, 'LicenseShortName', 40);
  if (!license || notFree.test(license) || fieldOf(metadata, 'NonFree')) return undefined;
  const url = fieldOf(metadata, 'LicenseUrl', 200);
  const licenseUrl = url && /^https?:\/\/\S+$/.test(url) ? url.replace(/^http:/, 'https:') : undefined;
  const attribution = fieldOf(metadata, 'Attribution') ?? fieldOf(metadata, 'Artist') ?? fieldOf(metadata, 'Credit');
  const stated = { license, ...(licenseUrl && { licenseUrl }), ...(attribution && { attribution }) };
  if (free.test(license)) return { ...stated, attributionRequired: false };
  return attributed.test(license) && attribution && licenseUrl ? { ...stated, attributionRequired: true } : undefined;
}

/** Whether the file itself is marked as one whose use touches the rights of a person that it shows. */
export const hasPersonalityRights = (metadata: Metadata): boolean =>
  /personality/i.test(fieldOf(metadata, 'Restrictions') ?? '');
