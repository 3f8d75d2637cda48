import { z } from 'zod';
import {
  type Cell,
  type Line,
  labeled,
  list,
  muted,
  run,
  type Section,
  section,
  text,
} from '../../../reports/document.ts';
import { grouped } from '../../../reports/values.ts';
import { readable, webAddress } from '../../../reports/words.ts';
import { type BriefItem, briefItemFields } from '../../shared/brief-items.ts';

const Fields = z.looseObject(briefItemFields);
export const itemFields: readonly string[] = Object.keys(briefItemFields);

const sourcesOf = ({ citations }: BriefItem): Line => {
  const names = [...new Map(citations.map((one) => [one.sourceName, one])).values()].slice(0, 3);
  return names.flatMap(({ sourceName, sourceUrl, recordUrl }, at) => [
    ...(at > 0 ? [run(', ', 'muted')] : []),
    run(sourceName, 'muted', webAddress(recordUrl ?? sourceUrl)),
  ]);
};

/** A step with who or which page it leads to. */
export const nextLine = (action: string, next: { readonly with: string; readonly url?: string | undefined }): Line =>
  labeled('Next', run(`${action.replace(/\.$/, '')} \u2013 `), run(next.with, undefined, webAddress(next.url)));

function cellOf(item: BriefItem): Cell {
  const { finding, why, question, next, citations } = item;
  return [
    [run(readable(finding), 'strong'), ...(why ? [run(` ${why}`)] : [])],
    labeled('Open question', run(readable(question))),
    [...nextLine(next.action, next), ...(citations.length > 0 ? [run('. Source: ', 'muted'), ...sourcesOf(item)] : [])],
  ];
}

/** What stands out in a brief: the finding, what it leaves open, the next step and the sources behind it. */
export function itemsSection(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const { standsOut, standsOutLeftOut = 0 } = parsed.data;
  return section('stands-out', 'What stands out in the records', [
    ...list(standsOut.map(cellOf), { ordered: true }),
    ...(standsOut.length > 0 ? [] : [text('By the fixed rules of this brief nothing stands out.', 'note')]),
    ...(standsOutLeftOut > 0 ? [text(muted(`${grouped(standsOutLeftOut)} further by the same rules.`), 'note')] : []),
  ]);
}
