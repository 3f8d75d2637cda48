import { z } from 'zod';
import { pickFields } from '../fields/table.ts';
import type { VerifyNext } from '../kernel/answer.ts';
import { groupBy } from '../kernel/group.ts';
import type { Subject } from '../kernel/subject.ts';
import { dayOrMonth, optionalText, pageAddress, text } from './cells.ts';
import { fitOf, nearestFirst } from './rule-fit.ts';
import { pageOf, scopeColumns, scopeOf } from './scope-columns.ts';
import { tableFile } from './table-file.ts';

/**
 * Why a rule is a pointer only. `secondary`: seen on a page that is not the publisher's. `conflict`: what was read
 * disagrees. `unverified`: nothing was read.
 */
export const pointerVerifications = ['secondary', 'conflict', 'unverified'] as const;

/**
 * Rules that are known to exist and whose text was not read: what they are about, and the office and official page to
 * ask. A pointer has no date, amount or rate, and is no citation.
 */
const pointers = tableFile(
  'pointers',
  {
    table: text,
    ...scopeColumns,
    about: text,
    statute: optionalText,
    office: text,
    officeUrl: pageAddress,
    verification: z.enum(pointerVerifications),
    pageName: optionalText,
    pageUrl: pageAddress.exactOptional(),
    asOf: dayOrMonth,
  },
  (cells, refuse) => {
    const page = pageOf(cells.pageName, cells.pageUrl, undefined, 'page_url', refuse);
    if ((page === undefined) !== (cells.verification === 'unverified'))
      refuse('page_url', 'a pointer names the page on which it was seen, and none where nothing was read');
    const own = pickFields(cells, 'table', 'about', 'statute', 'office', 'officeUrl', 'verification', 'asOf');
    return { ...own, scope: scopeOf(cells, refuse), ...(page && { page }) };
  },
);

export type RulePointer = ReturnType<typeof pointers>[number];

/** Every pointer of `data/rules`. */
export const rulePointers = (): readonly RulePointer[] => pointers();

/** The pointers of a table for a place, nearest place first. */
export const pointersFor = (table: string, subject: Subject): readonly RulePointer[] =>
  pointers()
    .filter((one) => one.table === table && fitOf(one.scope, subject) !== undefined)
    .sort(nearestFirst);

/** Most pointers that one answer names; each is a sentence. */
const named = 3;

const whyWords: Readonly<Record<RulePointer['verification'], string>> = {
  secondary: "seen on a page that is not the publisher's, which is not read as a fact",
  conflict: 'the sources disagree, and none is read as a fact',
  unverified: 'no source was read',
};

/** The offices to contact, one check for each. */
export function pointerChecks(found: readonly RulePointer[]): readonly VerifyNext[] {
  return [...groupBy(found, ({ office }) => office).values()].flatMap((of) => {
    const [first] = of;
    const about = of.map((one) => one.about).slice(0, named);
    return first ? [{ action: `Ask about ${about.join('; ')}`, with: first.office, url: first.officeUrl }] : [];
  });
}

/** What the answer does not give and why, one sentence for each pointer. */
export function pointerLimits(found: readonly RulePointer[]): readonly string[] {
  const lines = found.slice(0, named).map(({ about, scope, verification, statute, page }) => {
    const where = page ? ` ("${page.name}")` : '';
    const law = statute ? `; said to stand in ${statute}, not read` : '';
    return `Not given for ${scope.name}: ${about}. Pointer only: ${whyWords[verification]}${where}${law}.`;
  });
  const more = found.length - lines.length;
  return more > 0 ? [...lines, `${more} more pointer${more === 1 ? '' : 's'} of this kind not named here.`] : lines;
}
