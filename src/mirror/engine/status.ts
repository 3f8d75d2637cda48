import { type Citation, licensed, markSynthetic } from '../../kernel/citation.ts';
import type { MirrorStatus } from '../../kernel/ports/mirror.ts';
import { publicDomain } from '../../kernel/source-card.ts';
import { dayMs } from '../../kernel/time.ts';
import type { Supplier } from '../supply/want.ts';
import { absenceWords, megabytesOf } from '../supply/words.ts';
import { newestDue, outlived, wholeParts } from './calendar.ts';
import type { Dataset } from './dataset.ts';
import type { SnapshotMeta } from './snapshot.ts';

/** Citation of a mirrored file, or of the table of it in the package. */
export function cite(
  { title, publisher, datasetUrl, licenseNote = publicDomain }: Dataset,
  meta: { readonly retrievedAt: string; readonly vintage?: string; readonly synthetic: boolean | undefined },
  shipped = false,
): Citation {
  const citation = {
    sourceName: `${title} (${publisher}), ${shipped ? 'table in the package' : 'mirrored file'}`,
    sourceUrl: datasetUrl,
    ...(meta.vintage !== undefined && { sourceDate: meta.vintage }),
    fetchedAt: meta.retrievedAt,
    ...licensed(licenseNote),
  };
  return meta.synthetic && !shipped ? markSynthetic(citation) : citation;
}

function base(dataset: Dataset, now: Date) {
  const { id, title, sourceUrl, datasetUrl, publisher, licenseNote = publicDomain, outside, editions } = dataset;
  return {
    ...{ dataset: id, title, sourceUrl, datasetUrl, publisher, licenseNote },
    ...(outside && { outside }),
    ...(editions && { newestYear: newestDue(editions, now) }),
  };
}

/** Status of a copy that does not serve; `isOld`: it was loaded by a release that kept other columns. */
export const brokenStatus = (dataset: Dataset, isOld: boolean, now: Date): MirrorStatus => ({
  ...base(dataset, now),
  state: 'unavailable',
  reason: `the mirrored file ${isOld ? 'lacks what is read from it now' : 'cannot be read'}; load it again`,
});

/** Status of a dataset that is not here, with what becomes of it. */
export function missingStatus(dataset: Dataset, supply: Supplier | undefined, now: Date): MirrorStatus {
  const parts = wholeParts(dataset, now);
  const view = supply?.view(dataset, parts);
  const megabytes = megabytesOf(dataset, parts);
  return {
    ...base(dataset, now),
    state: 'missing',
    reason: absenceWords(dataset, view, now, megabytes),
    ...(megabytes !== undefined && { megabytes }),
    ...(dataset.parts && { wholeParts: parts }),
    ...awaited(dataset, parts, supply),
  };
}

/** What becomes of parts that are not here. */
function awaited(dataset: Dataset, lacking: readonly string[], supply: Supplier | undefined) {
  const fetch = supply?.view(dataset, lacking).state ?? 'by_command';
  return { fetch, ...(fetch === 'at_first_need' && supply && { isQuick: supply.isQuick(dataset, lacking) }) } as const;
}

/** What is here of a dataset: a loaded file, or a table in the package. */
interface Here extends Pick<SnapshotMeta, 'vintage' | 'rows' | 'retrievedAt' | 'parts'> {
  readonly sha256?: string;
  readonly shipped: boolean;
}

/** Status of what is here: its age, what it lacks, and whether its edition has been followed by another. */
export function loadedStatus(dataset: Dataset, here: Here, supply: Supplier | undefined, now: Date): MirrorStatus {
  const { vintage, rows, retrievedAt, sha256, parts, shipped } = here;
  const whole = wholeParts(dataset, now);
  const megabytes = megabytesOf(dataset, whole);
  const loaded = {
    ...base(dataset, now),
    vintage,
    rows,
    retrievedAt,
    ...(sha256 !== undefined && { sha256 }),
    ...(shipped && { shipped }),
    ...(megabytes !== undefined && { megabytes }),
    ...(dataset.parts && { parts, wholeParts: whole }),
  };
  const ageDays = Math.floor((now.getTime() - Date.parse(retrievedAt)) / dayMs);
  // a table in the package is as old as its edition, whatever the day of the copy
  if (!shipped && ageDays > dataset.staleAfterDays) {
    return { ...loaded, state: 'stale', reason: `copy of ${retrievedAt.slice(0, 10)}; ${dataset.cadence}` };
  }
  const lacking = whole.filter((part) => !parts.includes(part));
  if (lacking.length > 0) {
    const shown = lacking.slice(0, 6).join(', ');
    const reason = `not loaded: ${shown}${lacking.length > 6 ? ', …' : ''}`;
    return { ...loaded, state: 'partial', reason, ...awaited(dataset, lacking, supply) };
  }
  const followed = outlived(dataset, vintage, now);
  if (followed !== undefined) return { ...loaded, state: 'stale', reason: followed };
  return { ...loaded, state: 'ready' };
}
