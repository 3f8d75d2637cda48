import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permitStatusWords, statusMeaning } from '../../../src/rules/permit-status-words.ts';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief } from './brief-parts.ts';

const slug = 'svc-permit-closeout-check';
const verdict = /\b(safe|unsafe|compliant with|illegal|unpermitted|violation of|passed inspection|risky)\b/i;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

interface Sold {
  readonly summary: string;
  readonly permits: readonly Record<string, unknown>[];
  readonly statusWords: readonly Record<string, unknown>[];
  readonly certificatesOfOccupancy: readonly Record<string, unknown>[];
  readonly parcels: readonly { readonly parcelId: string; readonly permits: number }[];
}
const ask = (given: object, at: TestService = service) => askBrief<Sold>(at, slug, given);

async function withFault<T>(failing: string, run: (at: TestService) => Promise<T>): Promise<T> {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId }) => cardId === failing, 'http500');
    return await run(own);
  } finally {
    await own.close();
  }
}

describe(slug, () => {
  test('lists each exactly matched permit with its stated status, found both ways once', async () => {
    const { charged, sold } = await ask({ address: samplePlaces.raleigh.address });
    expect(charged).toBe(true);
    expect(sold.permits).toHaveLength(1);
    expect(sold.permits[0]).toEqual({
      permitNumber: 'BLDNR-014231-2026',
      status: 'Permit Issued',
      statusReading: 'no_published_meaning_read',
      matchedBy: ['street_address', 'parcel_number'],
      citation: {
        recordId: 'BLDNR-014231-2026',
        sourceName: 'Raleigh building permits (synthetic)',
        sourceUrl: 'https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Building_Permits/FeatureServer/0',
        recordUrl:
          "https://services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Building_Permits/FeatureServer/0/query?where=permitnum='BLDNR-014231-2026'&outFields=permitnum,permitclass,workclass,proposeduse,statuscurrent,issueddate,applieddate,estprojectcost,originaladdress1,pin&returnGeometry=false&f=html",
        evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
        fetchedAt: '2026-11-21T12:00:00.000Z',
      },
      type: 'Non-Residential - Alterations/Repairs',
      work: 'OFFICE',
      filedOn: '2026-09-12',
      issuedOn: '2026-10-07',
      address: '222 W HARGETT ST',
      parcelId: '1703570123',
      register: 'Raleigh building permits',
    });
    expect(sold.summary).toContain('"Permit Issued" 1');
    for (const text of stringsOf(sold)) expect(text).not.toMatch(verdict);
    expect(JSON.stringify(sold)).not.toMatch(/planted|555-0199/i);
  });

  test('takes parcel numbers of a county and says which brought nothing', async () => {
    const { charged, sold } = await ask({ parcelIds: ['1703570987', '9999999999'], state: 'NC', county: 'Wake' });
    expect(charged).toBe(true);
    expect(sold.parcels).toEqual([
      { parcelId: '1703570987', permitCount: 1 },
      { parcelId: '9999999999', permitCount: 0 },
    ]);
  });

  test('cites what a word is published to mean, and adds certificates of occupancy', async () => {
    const { charged, sold } = await ask({ address: samplePlaces.newYork.address });
    expect(charged).toBe(true);
    expect(sold.statusWords).toEqual([
      // nothing published was read on the words of this register
      {
        register: 'DOB NOW: Build, approved permits',
        status: 'Permit Issued',
        permitCount: 1,
        reading: 'no_published_meaning_read',
      },
      expect.objectContaining({
        status: 'ISSUED',
        reading: 'says_nothing_of_closeout',
        citation: expect.objectContaining({ sourceName: expect.stringMatching(/Job Status Codes/) }),
      }),
    ]);
    expect(sold.permits.find(({ register }) => /DOB NOW/.test(String(register)))).toEqual({
      status: 'Permit Issued',
      statusReading: 'no_published_meaning_read',
      permitNumber: 'M01234567-I1-GC',
      type: 'General Construction',
      work: 'INTERIOR RENOVATION OF 5TH FLOOR OFFICES',
      approvedOn: '2026-09-29',
      issuedOn: '2026-10-02',
      expiresOn: '2027-10-02',
      address: '100 GOLD STREET MANHATTAN',
      parcelId: '1000940020',
      register: 'DOB NOW: Build, approved permits',
      matchedBy: ['parcel_number'],
      citation: {
        sourceName: 'DOB NOW: Build, approved permits (synthetic)',
        sourceUrl: 'https://data.cityofnewyork.us/d/rbx6-tga4',
        recordUrl:
          'https://data.cityofnewyork.us/resource/rbx6-tga4.json?work_permit=M01234567-I1-GC&sequence_number=1&work_type=General%20Construction&$select=work_permit,sequence_number,work_type,job_description,permit_status,estimated_job_costs,issued_date,approved_date,expired_date,house_no,street_name,borough,bbl,bin,latitude,longitude',
        evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
        recordId: 'M01234567-I1-GC-1-General Construction',
        fetchedAt: '2026-11-21T12:00:00.000Z',
      },
    });
    expect(sold.certificatesOfOccupancy).toHaveLength(1);
  });

  test("keeps the assessor's word apart from the building department's", async () => {
    const { sold } = await ask({ address: samplePlaces.chicago.address });
    const readings = Object.fromEntries(sold.statusWords.map(({ status, reading }) => [status, reading]));
    expect(readings).toEqual({ ACTIVE: 'no_published_meaning_read', OPEN: 'says_nothing_of_closeout' });
  });

  test('is free without an exact match', async () => {
    const { charged, message } = await ask({ parcelIds: ['9999999999'], state: 'NC', county: 'Wake' });
    expect([charged, message]).toEqual([false, expect.stringMatching(/no permit that matches .* exactly/)]);
  });

  test('is free where no register is wired, by address and by parcel', async () => {
    const byAddress = await ask({ address: samplePlaces.biloxi.address });
    expect([byAddress.charged, byAddress.message]).toEqual([false, expect.stringMatching(/wired/)]);
    const byParcel = await ask({ parcelIds: ['1234567890'], state: 'MS', county: 'Harrison' });
    expect([byParcel.charged, byParcel.message]).toEqual([false, expect.stringMatching(/wired/)]);
  });

  test('is free where one of several registers does not answer', async () => {
    const { charged, message } = await withFault('cook-permits', (at) =>
      ask({ address: samplePlaces.chicago.address }, at),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(/did not answer in full/)]);
  });

  test('is free where the number of the parcel could not be read', async () => {
    const { charged, message } = await withFault('nyc-pluto', (at) =>
      ask({ address: samplePlaces.newYork.address }, at),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(/parcel source did not answer/)]);
  });

  test('is free where no matched permit has a status of its own', async () => {
    const { charged, message } = await withFault('nyc-certificates-of-occupancy', (at) => {
      at.upstreams.rewrite('nyc-dob-now-permits', (body) =>
        (body as Record<string, unknown>[]).map(({ permit_status: _, ...row }) => row),
      );
      return ask({ address: samplePlaces.newYork.address }, at);
    });
    expect([charged, message]).toEqual([false, expect.stringMatching(/none has a published status/)]);
  });

  test('takes 25 parcels and no more, and one way to ask', () => {
    const tool = service.service.registry.paidTool(slug);
    const parcels = (count: number) => Array.from({ length: count }, (_, at) => `17035701${10 + at}`);
    const given = (count: number) => ({ parcelIds: parcels(count), state: 'NC', county: 'Wake' });
    expect(tool?.input.safeParse(given(25)).success).toBe(true);
    expect(tool?.input.safeParse(given(26)).error?.issues[0]?.path).toEqual(['parcelIds']);
    expect(tool?.input.safeParse({ ...given(1), address: '1 Main St' }).success).toBe(false);
    expect(tool?.input.safeParse({ parcelIds: parcels(1) }).success).toBe(false);
  });
});

describe('words of permit registers', () => {
  test('have a meaning only where a page gives one', () => {
    expect(statusMeaning('raleigh-permits', ' Permit Expired ')?.reading).toBe('ended');
    // only a reader of the register explains this one, not the city
    expect(statusMeaning('raleigh-permits', 'Permit Finaled')).toBeUndefined();
    expect(statusMeaning('raleigh-permits', 'Permit Issued')).toBeUndefined();
    expect(statusMeaning('chicago-permits', 'COMPLETE')).toBeUndefined();
    for (const { page, meaning } of permitStatusWords.rows) expect([page?.url, meaning]).not.toContain('');
  });
});
