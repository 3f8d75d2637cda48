import type { z } from 'zod';
import { sha256 } from '../../kernel/canonical.ts';
import type { JobDocument, JobItemWithResult } from '../../kernel/ports/jobs.ts';
import { withEntities } from '../../reports/pictures/svg.ts';
import { laneTitle } from '../shared/compose/words.ts';
import { type Change, type CheckSchema, type MonitorResult, MonitorResultSchema } from './schema.ts';

export type WatchedDocument = JobDocument & {
  readonly feedUrl: string;
  readonly subject: { readonly input: string; readonly resolved?: string | undefined };
  readonly checks: readonly Check[];
};

const mostEntries = 200;

/** Text between tags and inside attributes; what XML 1.0 has no place for is left out. */
const xml = (text: string) =>
  withEntities(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly content: string;
  readonly link?: string | undefined;
}

const words: Readonly<Record<Change['change'], string>> = {
  added: 'Added',
  changed: 'Changed',
  no_longer_listed: 'No longer listed',
};

const shown = (value: string | number | boolean | null) => (value === null ? 'nothing' : String(value));

function saysOf(change: Change): string {
  const { citation, date } = change;
  const dated = date ? `Dated ${date}. ` : '';
  const fields =
    change.change === 'changed'
      ? `${change.fields.map(({ field, from, to }) => `${field}: from ${shown(from)} to ${shown(to)}`).join('; ')}. `
      : '';
  return `${dated}${fields}Source: ${citation.sourceName}, read ${citation.fetchedAt}.`;
}

function entriesOf({ position, checkedAt, dueAt, registers, changes }: Check, id: string): Entry[] {
  const updated = checkedAt ?? dueAt;
  if (updated === undefined) return [];
  return [
    ...changes.map((change, at): Entry => {
      const { lane, recordId, title, recordUrl, citation } = change;
      return {
        id: `${id}:${position}:${at + 1}`,
        title: `${words[change.change]}: ${laneTitle(lane)} ${recordId}${title ? `, ${title}` : ''}`,
        updated,
        content: saysOf(change),
        link: recordUrl ?? citation.sourceUrl,
      };
    }),
    ...registers.flatMap(({ state, register, reason }, at): Entry[] =>
      state === 'not_checked'
        ? [
            {
              id: `${id}:${position}:not-checked-${at + 1}`,
              title: `Not checked: ${register}`,
              updated,
              content: `${reason ?? 'The source did not answer.'} Nothing is known of a change; the next check is not moved.`,
            },
          ]
        : [],
    ),
  ];
}

const entryXml = ({ id, title, updated, content, link }: Entry) =>
  [
    '  <entry>',
    `    <id>${xml(id)}</id>`,
    `    <title>${xml(title)}</title>`,
    `    <updated>${xml(updated)}</updated>`,
    ...(link ? [`    <link rel="alternate" href="${xml(link)}"/>`] : []),
    `    <content type="text">${xml(content)}</content>`,
    '  </entry>',
  ].join('\n');

/**
 * A monitor as an Atom feed (RFC 4287): an entry for each change and for each register that could not be checked, the
 * newest first. Its ids do not name the monitor's own address, which ends it for anyone who holds it. Pure.
 */
export function monitorFeed(document: WatchedDocument): string {
  const { jobId, checks, subject, feedUrl, createdAt } = document;
  const id = `urn:place-records:monitor:${sha256(jobId).slice(0, 32)}`;
  const entries = checks
    .toReversed()
    .flatMap((check) => entriesOf(check, id))
    .slice(0, mostEntries);
  const updated = checks.flatMap(({ checkedAt }) => checkedAt ?? []).at(-1) ?? createdAt;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${xml(id)}</id>`,
    `  <title>${xml(`Records of ${subject.resolved ?? subject.input}`)}</title>`,
    `  <updated>${xml(updated)}</updated>`,
    '  <author><name>Place Records</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${xml(feedUrl)}"/>`,
    `  <subtitle>${xml('What registers add, change and no longer list; each change is reported once.')}</subtitle>`,
    ...entries.map(entryXml),
    '</feed>',
    '',
  ].join('\n');
}

export type Check = z.infer<typeof CheckSchema>;

/** Changes of one check that the status document shows; all of them are at the address of its item. */
const shownPerCheck = 100;

const states: Partial<Record<JobItemWithResult['state'], Check['state']>> = {
  completed: 'done',
  diagnostic: 'not_checked',
  failed: 'failed',
};

const resultOf = ({ result }: JobItemWithResult): MonitorResult | undefined =>
  MonitorResultSchema.safeParse(result).data;

/** What the last item that left something knows of the place; the baseline at least. */
export function lastKnown(items: readonly JobItemWithResult[]): MonitorResult | undefined {
  return items
    .toReversed()
    .flatMap((item) => resultOf(item) ?? [])
    .at(0);
}

function checkOf(item: JobItemWithResult): Check[] {
  const state = states[item.state];
  if (item.position === 1 || state === undefined) return [];
  const result = resultOf(item);
  const changes = result?.changes ?? [];
  const left = changes.length - shownPerCheck;
  return [
    {
      position: item.position,
      ...(item.dueAt !== undefined && { dueAt: item.dueAt }),
      ...(result && { checkedAt: result.checkedAt }),
      state,
      registers: [...(result?.registers ?? [])],
      changes: changes.slice(0, shownPerCheck),
      ...(left > 0 && { changesLeftOutCount: left }),
    },
  ];
}

/** What a monitor's status document says beyond that of any job. Pure. */
export function monitorStatus({ items: shown, state }: JobDocument, items: readonly JobItemWithResult[]) {
  const checks = items.flatMap(checkOf);
  const next =
    state === 'cancelled' ? undefined : shown.find((item) => item.state === 'waiting' || item.state === 'running');
  return {
    checks,
    changeCount: checks.reduce(
      (sum, { changes, changesLeftOutCount = 0 }) => sum + changes.length + changesLeftOutCount,
      0,
    ),
    // said again each time: what was planned at the sale is over once its check has ended
    nextCheckAt: next?.dueAt,
  };
}
