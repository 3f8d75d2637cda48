import { z } from 'zod';
import { type Block, type Cell, type Line, muted, plain, run, type Section } from '../../../reports/document.ts';
import { grouped } from '../../../reports/values.ts';
import { readable, webAddress } from '../../../reports/words.ts';
import { type BriefItem, briefItemFields } from '../../shared/brief-items.ts';
import { section } from './parts.ts';

const Fields = z.looseObject(briefItemFields);
export const itemFields: readonly string[] = Object.keys(briefItemFields);

const sourcesOf = ({ citations }: BriefItem): Line => {
  const names = [...new Map(citations.map((one) => [one.sourceName, one])).values()].slice(0, 3);
  return names.flatMap(({ sourceName, sourceUrl, recordUrl }, at) => [
    ...(at > 0 ? [run(', ', 'muted')] : []),
    run(sourceName, 'muted', webAddress(recordUrl ?? sourceUrl)),
  ]);
};

function cellOf(item: BriefItem): Cell {
  const { finding, why, question, next, citations } = item;
  return [
    [run(readable(finding), 'strong'), ...(why ? [run(` ${why}`)] : [])],
    [run('Open question: ', 'muted'), run(readable(question))],
    [
      run('Next: ', 'muted'),
      run(`${next.action.replace(/\.$/, '')} \u2013 `),
      run(next.with, undefined, webAddress(next.url)),
      ...(citations.length > 0 ? [run('. Source: ', 'muted'), ...sourcesOf(item)] : []),
    ],
  ];
}

/** What stands out in a brief: the finding, what it leaves open, the next step and the sources behind it. */
export function itemsSection(body: Readonly<Record<string, unknown>>): Section[] {
  const parsed = Fields.safeParse(body);
  if (!parsed.success) return [];
  const { standsOut, standsOutLeftOut = 0 } = parsed.data;
  const blocks: Block[] =
    standsOut.length > 0
      ? [{ kind: 'list', ordered: true, items: standsOut.map(cellOf) }]
      : [{ kind: 'text', tone: 'note', line: plain('By the fixed rules of this brief nothing stands out.') }];
  const further: Block[] =
    standsOutLeftOut > 0
      ? [{ kind: 'text', tone: 'note', line: muted(`${grouped(standsOutLeftOut)} further by the same rules.`) }]
      : [];
  return section('stands-out', 'What stands out in the records', [...blocks, ...further]);
}
