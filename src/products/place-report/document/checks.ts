import { type Block, type Cell, folded, type Line, plain, run } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence } from './view.ts';

/**
 * Next checks beyond those that stand with an item: offices with what to ask them for, then the pages to which the
 * sources themselves send a reader.
 */
export function checkBlocks({ offices, pages }: SectionOf<'next_checks'>, view: ReportView): Block[] {
  const { sections } = view.report;
  const items = sections.flatMap((section) => (section.kind === 'items' ? section.items : []));
  const ofItems = new Set(items.map(({ next }) => `${next.with} ${next.action.replace(/\.$/, '')}`));
  const beyond = (name: string, steps: readonly string[]) => steps.filter((step) => !ofItems.has(`${name} ${step}`));
  const cell = (name: string, url: string | undefined, actions: readonly string[]): Cell => [
    [run(name, 'strong', webAddress(url)), run(`: ${actions.map((one) => sentence(one, view)).join('; ')}.`)],
  ];
  const part = (heading: string, cells: readonly Cell[]): Block[] =>
    cells.length > 0
      ? [
          { kind: 'text', line: plain(heading), tone: 'note' },
          { kind: 'list', ordered: false, small: true, items: cells },
        ]
      : [];
  const listed = pages.filter(({ page, steps }) => beyond(page, steps).length > 0);
  const links = listed.flatMap(
    ({ page, url }, at): Line => [run(at > 0 ? '; ' : ''), run(page, undefined, webAddress(url))],
  );
  return [
    ...part(
      'Further offices to ask',
      offices.flatMap(({ office, url, askFor }) => {
        const more = beyond(office, askFor);
        return more.length > 0 ? [cell(office, url, more)] : [];
      }),
    ),
    ...(links.length > 0
      ? [
          folded(`${plural(listed.length, 'official page')} of the sources to open`, [
            { kind: 'text', line: [...links, run('.')] },
          ]),
        ]
      : []),
  ];
}
