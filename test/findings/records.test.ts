import { describe, expect, test } from 'vitest';
import { recordFindings } from '../../src/findings/records.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import type { RecordEntry } from '../../src/reports/sections.ts';
import { caseStatus } from '../../src/rules/case-status-words.ts';

const subject: Subject = {
  input: 'a place',
  resolved: 'A place',
  precision: 'address',
  candidates: [],
  countyAlternates: [],
  countyCandidates: [],
};

let number = 0;
function entry(card: string, lane: RecordEntry['lane'], status?: string): RecordEntry {
  number += 1;
  return {
    id: `${card}:${number}`,
    lane,
    title: 'A record',
    date: '2026-01-02',
    ...(status && { status }),
    onParcel: true,
    matchedBy: ['parcel_number'],
    citation: {
      sourceName: 'A register',
      sourceUrl: 'https://example.gov/',
      evidence: 'e',
      fetchedAt: '2026-11-21T12:00:00Z',
    },
  };
}
const told = (...entries: readonly RecordEntry[]) =>
  recordFindings(subject, entries).map(({ id, headline, finding }) => ({ id, headline, finding }));

const hpd = (status?: string) => entry('nyc-hpd-violations', 'code_violations', status);

describe('a case is open or ended by what its publisher says of the word', () => {
  test('an open one stands out, an ended one does not', () => {
    const [item] = told(hpd('Open'), hpd('Close'));
    expect(item).toMatchObject({ id: 'on_parcel.open_cases', headline: '1 code case on the parcel, open' });
    expect(item?.finding).toMatch(/^1 code case of this parcel is open: .*with the status "Open"\.$/);
    expect(told(hpd('Close'), entry('nyc-ecb-violations', 'code_violations', 'RESOLVE'))).toEqual([]);
  });

  test.each(['OPEN', 'COMPLIED', 'NOT COMPLIED', 'Closed'])(
    'the word %s of a register that says nothing of its words is neither',
    (word) => {
      const [item] = told(entry('chicago-building-violations', 'code_violations', word));
      expect(item?.headline).toBe('1 code case on the parcel');
      expect(item?.finding).toContain('1 code case of this parcel is listed; what its status means is not published');
      expect(item?.finding).toContain(`with the status "${word}"`);
    },
  );

  test('what is known and what is not are reported apart, the known one first', () => {
    const [item] = told(hpd('Reopened'), hpd(), hpd('Open'));
    expect(item?.headline).toBe('3 code cases on the parcel, 1 open');
    expect(item?.finding).toContain(
      'Of 3 code cases of this parcel 1 is open; what the status of the others means is not published',
    );
    expect(item?.finding).toContain('with the status "Open"');
  });

  test('a word counts for its own register alone, whatever its case', () => {
    expect(caseStatus('nyc-hpd-violations', ' OPEN ')?.reading).toBe('open');
    expect(caseStatus('chicago-building-violations', 'open')).toBeUndefined();
    expect(caseStatus('nyc-zap-projects', 'In Public Review')?.reading).toBe('open');
    expect(caseStatus('nyc-zap-projects', 'Completed')?.reading).toBe('ended');
  });
});

describe('a permit is finished by what its publisher says of the word', () => {
  test('one that ended without a final step stands out, one whose word is about something else does not', () => {
    expect(told(entry('raleigh-permits', 'permits', 'Permit Expired'))[0]).toMatchObject({
      id: 'on_parcel.unfinished_permits',
      headline: '1 permit on the parcel, without a recorded final step',
    });
    expect(told(entry('nyc-dob-bis-permits', 'permits', 'ISSUED'))).toEqual([]);
  });

  test('a word without a published meaning says neither', () => {
    const [item] = told(entry('raleigh-permits', 'permits', 'Permit Finaled'));
    expect(item?.finding).toContain('1 permit of this parcel is listed; what its status means is not published');
  });
});
