import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { differenceOf, type Listed, type Listing } from '../../../src/products/place-monitor/diff.ts';
import { monitorFeed, type WatchedDocument } from '../../../src/products/place-monitor/feed.ts';
import type { Snapshot } from '../../../src/products/place-monitor/schema.ts';

const citation = {
  sourceName: 'A register',
  sourceUrl: 'https://register.example/layer',
  fetchedAt: '2026-11-21T12:00:00Z',
};
const unread: Snapshot = {
  lane: 'permits',
  cardId: 'a-register',
  register: 'A register',
  way: { by: 'radius', radiusMeters: 100 },
  searchExtent: 'within 100 m',
  wasWhole: false,
};
const record = (id: string | undefined, fields: Listed['fields'] = {}, date?: string): Listed => ({
  id,
  fields,
  ...(date && { date }),
});
const listing = (records: readonly Listed[], more: Partial<Listing> = {}): Listing => ({
  ...{ records, isWhole: true, citation, keptSince: undefined },
  ...more,
});

/** The changes of listings one after the other, each as "added 1". */
function told(...listings: readonly Listing[]): string[][] {
  let known = unread;
  return listings.map((one) => {
    const { snapshot, changes } = differenceOf(known, one);
    known = snapshot;
    return changes.map(({ change, recordId }) => `${change} ${recordId}`);
  });
}

describe('what is reported of a register', () => {
  test('is nothing at the first reading, then each difference once', () => {
    const [a, b, c] = [record('1', { status: 'Open' }), record('2'), record('3')];
    const closed = record('1', { status: 'Closed' });
    expect(
      told(listing([a, b]), listing([a, b]), listing([closed, b, c]), listing([closed, c]), listing([closed, c])),
    ).toEqual([[], [], ['changed 1', 'added 3'], ['no_longer_listed 2'], []]);
  });

  test('names the fields with what they said before, and leaves out where a record is drawn', () => {
    const before = record('1', { status: 'Open', cost: 5, latitude: 1, recordUrl: 'a' });
    const now = record('1', { status: 'Closed', cost: 5, latitude: 2, recordUrl: 'b', agency: 'X' });
    const { snapshot } = differenceOf(unread, listing([before]));
    expect(differenceOf(snapshot, listing([now])).changes).toMatchObject([
      {
        fields: [
          { field: 'agency', from: null, to: 'X' },
          { field: 'status', from: 'Open', to: 'Closed' },
        ],
      },
    ]);
    expect(
      differenceOf(snapshot, listing([record('1', { ...before.fields, latitude: 9, recordUrl: 'z' })])).changes,
    ).toEqual([]);
  });

  test('takes nothing away by a list that was cut, and adds what is new in it', () => {
    const [a, b, c] = [record('1'), record('2'), record('3')];
    const cut = listing([a, c], { isWhole: false });
    expect(told(listing([a, b]), cut, listing([a, b, c]), listing([a, c]))).toEqual([
      [],
      ['added 3'],
      [],
      ['no_longer_listed 2'],
    ]);
  });

  test('does not call new what only was not known because every list was cut', () => {
    const [a, b] = [record('1'), record('2')];
    const { snapshot } = differenceOf(unread, listing([a], { isWhole: false }));
    const whole = differenceOf(snapshot, listing([a, b]));
    expect([whole.changes, whole.firstSeenCount, whole.snapshot.wasWhole]).toEqual([[], 1, true]);
    expect(told(listing([a], { isWhole: false }), listing([a, b]), listing([a, b, record('3')]))[2]).toEqual([
      'added 3',
    ]);
  });

  test('says nothing of what a register drops for its age', () => {
    const [old, young, undated] = [record('1', {}, '2026-01-01'), record('2', {}, '2026-03-01'), record('3')];
    const { snapshot } = differenceOf(unread, listing([old, young, undated]));
    const later = differenceOf(snapshot, listing([], { keptSince: '2026-02-01' }));
    expect(later.changes).toMatchObject([{ change: 'no_longer_listed', recordId: '2' }]);
    expect(later.agedOutCount).toBe(2);
  });

  test('knows several rows of one number together, and rows without a number by what they say', () => {
    const rows = [record('1', { type: 'A' }), record('1', { type: 'B' })];
    expect(told(listing(rows), listing(rows.toReversed()), listing(rows.slice(1)))).toEqual([[], [], ['changed 1']]);
    const bare = record(undefined, { title: 'No number' });
    expect(told(listing([bare]), listing([bare]), listing([]))).toEqual([
      [],
      [],
      ['no_longer_listed without a number'],
    ]);
  });
});

const document = {
  jobId: 'abcdefghijklmnopqrstuvwxyz',
  createdAt: '2026-11-21T12:00:00.000Z',
  feedUrl: 'https://records.example/monitors/abcdefghijklmnopqrstuvwxyz.atom',
  subject: { input: '1 <Main> & "Elm"' },
  checks: [
    {
      position: 2,
      checkedAt: '2026-11-28T12:00:01.000Z',
      state: 'done',
      registers: [{ lane: 'incidents', register: 'Police', state: 'not_checked', reason: 'It failed.' }],
      changes: [
        { change: 'added', lane: 'permits', recordId: '1', title: 'A <b>\u0007 & c', citation },
        {
          change: 'changed',
          lane: 'permits',
          recordId: '2',
          fields: [{ field: 'status', from: 'Open', to: null }],
          citation,
        },
      ],
    },
  ],
} as unknown as WatchedDocument;

/** The elements below a feed and below each of its entries, as a parser of XML reads them. */
function parsed(xml: string): { feed: Record<string, string[]>; entries: Record<string, string[]>[] } {
  const script = [
    'import sys, json, xml.etree.ElementTree as E',
    "root = E.fromstring(sys.stdin.buffer.read()); ns = '{http://www.w3.org/2005/Atom}'",
    "assert root.tag == ns + 'feed'",
    'def of(e):',
    '  out = {}',
    '  for c in e:',
    "    assert c.tag.startswith(ns); out.setdefault(c.tag[len(ns):], []).append(''.join(c.itertext()) or c.get('href', ''))",
    '  return out',
    "print(json.dumps({'feed': of(root), 'entries': [of(e) for e in root.findall(ns + 'entry')]}))",
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('python3', ['-c', script], { input: xml, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const noParser = spawnSync('python3', ['-c', 'import xml.etree.ElementTree']).status !== 0;

describe('the Atom feed of a monitor', () => {
  test.skipIf(noParser)('has what RFC 4287 requires of a feed and of each entry', () => {
    const { feed, entries } = parsed(monitorFeed(document));
    const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
    // 4.1.1: one id, title and updated, an author, a link to itself; 4.1.2: the same of an entry, whose author is the feed's
    for (const element of ['id', 'title', 'updated', 'author', 'link']) expect(feed[element], element).toHaveLength(1);
    expect([feed.title, feed.link]).toEqual([['Records of 1 <Main> & "Elm"'], [document.feedUrl]]);
    expect(feed.updated?.[0]).toMatch(moment);
    for (const entry of entries) {
      for (const element of ['id', 'title', 'updated', 'content']) expect(entry[element], element).toHaveLength(1);
      expect(entry.updated?.[0]).toMatch(moment);
      expect(URL.canParse(entry.id?.[0] ?? '')).toBe(true);
      // 4.1.3: an entry has content, or else a link to what it is about
      if (!entry.title?.[0]?.startsWith('Not checked')) expect(entry.link).toEqual([citation.sourceUrl]);
    }
    expect(new Set(entries.map(({ id }) => id?.[0])).size).toBe(3);
    expect(entries.map(({ title }) => title?.[0])).toEqual([
      'Added: Building permits 1, A <b> & c',
      'Changed: Building permits 2',
      'Not checked: Police',
    ]);
    expect(entries[1]?.content?.[0]).toContain('status: from Open to nothing');
  });

  test('is the same text for the same document, and its ids give no one the address that ends the monitor', () => {
    expect(monitorFeed(document)).toBe(monitorFeed(document));
    expect(monitorFeed(document).replaceAll(document.feedUrl, '')).not.toContain(document.jobId);
  });
});
