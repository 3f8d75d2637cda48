import { type Block, type Cell, folded, type Line, list, run, text } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence } from './view.ts';

/**
 * Next checks beyond those of the items: offices with what to request there, then the pages to which the
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
  const further = offices.flatMap(({ office, url, askFor }) => {
    const more = beyond(office, askFor);
    return more.length > 0 ? [cell(office, url, more)] : [];
  });
  const listed = pages.filter(({ page, steps }) => beyond(page, steps).length > 0);
  const links = listed.flatMap(
    ({ page, url }, at): Line => [run(at > 0 ? '; ' : ''), run(page, undefined, webAddress(url))],
  );
  const words = `${plural(listed.length, 'official page')} of the sources to open`;
  return [
    ...(further.length > 0 ? [text('Further offices to ask', 'note'), ...list(further, { small: true })] : []),
    ...(links.length > 0 ? [folded(words, [text([...links, run('.')])])] : []),
  ];
}
