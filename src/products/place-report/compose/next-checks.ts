import { officeFor, officeOfLane } from '../../../answers/offices.ts';
import type { ListedFinding, SectionOf } from '../../../reports/sections.ts';
import { nextCheckKind } from '../../../rules/next-check-pages.ts';
import { type Checked, leavesOpen } from '../../shared/compose/ledger.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../material.ts';

interface Wanted {
  readonly with: string;
  readonly url?: string | undefined;
  readonly action: string;
}

const maxActions = 5;

const sentence = (text: string) => text.trim().replace(/\.$/, '');

/** Steps by whom they lead to, in the order in which each was first named; nothing is said twice. */
function grouped(wanted: readonly Wanted[]): readonly { name: string; url?: string; actions: string[] }[] {
  const groups = new Map<string, { name: string; url?: string; actions: string[] }>();
  for (const { with: name, url, action } of wanted) {
    const group = groups.get(name) ?? { name, actions: [] };
    if (url !== undefined && group.url === undefined) group.url = url;
    if (!group.actions.includes(sentence(action)) && group.actions.length < maxActions)
      group.actions.push(sentence(action));
    groups.set(name, group);
  }
  return [...groups.values()];
}

function ofGaps({ subject }: ReportMaterial, checked: readonly Checked[]): readonly Wanted[] {
  const isOpen = leavesOpen(checked.map(({ entry }) => entry));
  return checked.flatMap(({ entry, officialUrl }): Wanted[] => {
    const { lane, status } = entry;
    if (lane === undefined || status === 'covered' || !isOpen(entry)) return [];
    const { with: office, url } = officeFor(subject, officeOfLane[lane], officialUrl);
    return [{ with: office, url, action: `Ask for ${laneTitle(lane).toLowerCase()} of the address and its parcel` }];
  });
}

const ofAnswers = ({ components, parcelAnswer, parcelParts }: ReportMaterial): readonly Wanted[] =>
  [...(parcelAnswer ? [parcelAnswer] : []), ...parcelParts, ...components]
    .filter(({ answer }) => answer.facts)
    .flatMap(({ answer }) => answer.verifyNext.slice(0, 2));

const ofTheParcel = ({ id }: ListedFinding) => id.startsWith('on_parcel.');

/**
 * Next checks by office: first for the records of the parcel itself, then for what else stands out, for the gaps, and
 * those that the answers name. A step that leads to a page on which something is looked up is listed with the pages, not
 * with the offices. Which names are pages is declared in a table.
 */
export function nextChecksOf(
  material: ReportMaterial,
  items: readonly ListedFinding[],
  checked: readonly Checked[],
): SectionOf<'next_checks'> {
  const ordered = [...items.filter(ofTheParcel), ...items.filter((item) => !ofTheParcel(item))];
  const steps = ordered.map(({ next }) => next);
  const ofSources = ofAnswers(material).filter(({ url }) => url !== undefined);
  const isPage = ({ with: name }: Wanted) => nextCheckKind(name) === 'page';
  const queried: Wanted[] = [...steps, ...ofGaps(material, checked), ...ofSources].filter((step) => !isPage(step));
  const pages = grouped([...steps, ...ofSources].filter((step) => isPage(step) && step.url !== undefined));
  return {
    id: 'next_checks',
    title: 'Next checks, by office',
    kind: 'next_checks',
    offices: grouped(queried).map(({ name, url, actions }) => ({ office: name, ...(url && { url }), askFor: actions })),
    pages: pages.flatMap(({ name, url, actions }) => (url ? [{ page: name, url, steps: actions }] : [])),
  };
}
