import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { type IndexedTool, Registry } from '../../src/catalog/registry.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { text } from '../../src/fields/define.ts';
import { table } from '../../src/fields/table.ts';
import { readDataFile } from '../../src/kernel/data-file.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { datasets } from '../../src/mirror/datasets.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { parseAddressLayers } from '../../src/places/registry/addresses/index.ts';
import { openLayers } from '../../src/places/registry/layers/index.ts';
import { parsePlace } from '../../src/places/registry/load.ts';
import { namesPerson, personColumn, personPublished } from '../../src/privacy/columns.ts';
import { readTable } from '../../src/privacy/tables.ts';
import { sourceCards } from '../../src/sources/cards.ts';
import { queryLayer } from '../../src/sources/drivers/arcgis.ts';
import { queryCarto } from '../../src/sources/drivers/carto.ts';
import { queryCkan } from '../../src/sources/drivers/ckan.ts';
import { queryCsv } from '../../src/sources/drivers/csv.ts';
import { queryFeatures } from '../../src/sources/drivers/ogc-features.ts';
import { queryOpendatasoft } from '../../src/sources/drivers/opendatasoft.ts';
import { queryOpenFema } from '../../src/sources/drivers/openfema.ts';
import { querySocrata } from '../../src/sources/drivers/socrata.ts';
import floodZone from '../../tools/flood-and-water/flood-zone.ts';

/** Names of columns as assessors, permit systems and servers write them. */
const persons = `file_as_name TAX_NAME TAX_ADD_L1 TAXADDR1 TAX_CITY TAX_ZIP OWNER OWNER_1 owner_name ownerName OwnerName2
OWNERNME1 OWNNME OWNAM1 OWN1 OWN OWN_NAME1 OWN_ADDR1 OWN_CITY OWN_STATE OWN_ZIPCD OWNADDR OWNR_NM PRIMARYOWNER CO_OWNER
COOWNER Owner2First LAST_OWNER prop_owner LegalOwner MAILADD MAIL_ADDR1 MAILINGADDRESS MailAddr1 mail_city MAILSTATE
MAILZIP MAILTO PSTLADDRESS PSTLSTATE PSTLZIP5 CAREOF CARE_OF IN_CARE_OF InCareOf ATTN ATTENTION_LINE TAXPAYER
TaxpayerName TAXPANAME TAX_PA_NAME Tax_Payer PAYER_NAME BILL_NAME BILLTO Billing_Address DEEDHOLDER DEED_HOLDER
TITLEHOLDER GRANTOR GRANTEE1 BuyerName SELLER PURCHASER FIRST_NAME FirstName LASTNAME LNAME FNAME MIDDLE_INIT
NAME_FIRST NAME1 NAME_2 APPLICANT_NAME applicantname applicant CONTRACTOR_NAME contractor_phone CONTACT_1_NAME contact1
contactPhone PHONE PHONE_NO PhoneNumber TELEPHONE TEL_NO CELL_NO FAX EMAIL E_MAIL EmailAddress DOB BIRTH_DATE SSN
SOC_SEC_NO TENANT TENANT_NAME OCCUPANT_NAME Resident_Name LICENSEE LESSEE LANDLORD AGENT AGENT_NAME ManagingAgent ATTORNEY
ENGINEER ARCHITECT_NAME DEVELOPER PLANNER INSPECTOR_NAME REVIEWER COMPLAINANT REPORTER_NAME CALLER_NAME REQUESTED_BY
requestor submitted_by CREATED_USER last_edited_user EDITOR EDITED_BY ASSIGNED_TO DEFENDANT PLAINTIFF PARTY_NAME party1
SPOUSE HEIRS TRUSTEE DECEDENT BORROWER MORTGAGEE PERMITTEE PERMIT_HOLDER REGISTRANT user_name Parcels.OWNER_NAME`;

const others = `PIN APN PARCEL_ID GISOWNER.Parcels.PIN TOWNSHIP TOWN TOWN_NAME DOWNTOWN TAX_CODE TAX_AREA TAX_DIST TAX_STATUS TAX_YEAR
TaxParcelNumber STREET_NAME STR_NAME_1 SITE_ADDR SitusStreetName2 RESIDENTIAL RESIDENCE_TYPE OCCUPANCY BILLED_AMT
PARTITION DEPARTMENT APPLICATION_DATE CONTRACT_PRICE ENGINEERING_DISTRICT DEVELOPMENT PLANNING_AREA RESPONSE AGENCY NAME
LEGAL_NAME STNAME2 FULLNAME HOTEL LICENSE_NO CITY_STATE PSTLCITY ownUrl OWNER_OCC`;

const names = (list: string) => list.split(/\s+/);

describe('the name of a column', () => {
  it.each(names(persons))('%s is about a person', (name) => expect(namesPerson(name)).toBeTruthy());

  it.each(names(others))('%s is about none', (name) => expect(personColumn(name)).toBeUndefined());

  it('has an exception only with a reason, and only where it would be refused', () => {
    for (const { of = '', name = '', reason = '' } of readTable('person-column-exceptions')) {
      expect(namesPerson(name), name).toBeTruthy();
      expect(personColumn(name, `${of}-parcels`), name).toBeUndefined();
      expect(reason.length, name).toBeGreaterThan(10);
    }
  });

  it('has an exception at the source alone that it is for', () => {
    expect(personColumn('LNAME', 'ntad-highways')).toBeUndefined();
    expect(personColumn('LNAME', 'wake-county-nc-parcels')).toBe('the name of a person');
    expect(personColumn('LNAME')).toBe('the name of a person');
  });

  it('is refused as a published one too, except the reserved name of the specification', () => {
    for (const name of ['ownerName', 'applicant', 'contactPhone', 'taxpayerName'])
      expect(personPublished(name)).toBeTruthy();
    expect(personPublished('ownerOfRecord')).toBeUndefined();
  });
});

/** Whatever is asked of a source fails the test: a refusal comes before the first request. */
const sources = {
  fetch: () => Promise.reject(new Error('the source was queried')),
  hasKey: () => true,
} as unknown as SourceAccess;
const [card] = sourceCards;
if (!card) throw new Error('no card');
const columns = ['PIN', 'OWNER_NAME'];
const refusal = /about a person: OWNER_NAME \(an owner\)/;
const address = 'https://data.example.gov/x';

describe('a column about a person', () => {
  it.each([
    ['an ArcGIS layer', () => queryLayer(sources, card, { outFields: columns })],
    ['a Socrata dataset', () => querySocrata(sources, card, { select: columns })],
    ['a CKAN table', () => queryCkan(sources, card, { resourceId: 'r', select: columns } as never)],
    ['a CSV file', () => queryCsv(sources, card, { request: { url: address }, columns })],
    [
      'an optional column of a CSV file',
      () => queryCsv(sources, card, { request: { url: address }, columns: ['PIN'], optional: columns }),
    ],
    ['a Carto table', () => queryCarto(sources, card, { sqlUrl: address, table: 't', select: columns })],
    ['an Opendatasoft dataset', () => queryOpendatasoft(sources, card, { select: columns } as never)],
    ['an OGC collection', () => queryFeatures(sources, card, { collectionUrl: address, properties: columns })],
    ['an OpenFEMA set', () => queryOpenFema(sources, card, { entity: 'v2/X', filter: 'a eq 1', select: columns })],
  ])('is not requested of %s', async (_, query) => {
    await expect((async () => query())()).rejects.toThrow(refusal);
  });

  it('stops the load of a mirrored dataset, by its column and by the name that is stored', async () => {
    const [dataset] = datasets;
    if (!dataset) throw new Error('no dataset');
    const load = (fields: typeof dataset.columns) =>
      loadDataset({ ...dataset, columns: fields }, '/nowhere.csv', {
        directory: '/nowhere',
        retrievedAt: '2026-11-21',
      });
    await expect(load({ ...dataset.columns, name: text('OWNER_NAME') })).rejects.toThrow(refusal);
    await expect(load({ ...dataset.columns, ownerName: text('X1') })).rejects.toThrow(/about a person: ownerName/);
  });

  it('stops a field table', () => {
    expect(() => table('a-register', { id: text('PIN'), name: text('OWNER_NAME') })).toThrow(refusal);
  });

  it('stops a place file', () => {
    const path = 'us/wi/milwaukee-wi.json';
    const file = readFileSync(new URL(`../../data/jurisdictions/${path}`, import.meta.url), 'utf8');
    expect(() => parsePlace(file, path)).not.toThrow();
    const place = JSON.parse(file) as { sources: { fields: Record<string, unknown> }[] };
    const [first] = place.sources;
    if (first) first.fields.recordId = 'OWNER_NAME';
    expect(() => parsePlace(JSON.stringify(place), path)).toThrow(refusal);
  });

  it('stops a row of the layers of parcels and of address points', () => {
    const rowsOf = (file: string) => readDataFile(file).split('\n').slice(0, 2);
    const planted = (file: string, cell: string) => {
      const [head = '', row = ''] = rowsOf(file);
      const at = head.split(',').indexOf(cell);
      return `${head}\n${row
        .split(',')
        .map((value, index) => (index === at ? 'OWNER_NAME' : value))
        .join(',')}\n`;
    };
    const layer = planted('layers/parcels.csv', 'site_address');
    expect(() => openLayers(() => layer).everyPlace()).toThrow(refusal);
    expect(() => parseAddressLayers(planted('layers/address-points.csv', 'city'))).toThrow(
      /about a person: OWNER_NAME/,
    );
  });

  it('stops a tool at the first reading of its output, nested as it may be', () => {
    const publishing = (output: z.ZodType) => {
      const definition = defineTool({ ...floodZone, output } as never);
      const indexed = { category: 'flood-and-water', file: 'flood-zone', definition } as unknown as IndexedTool;
      return new Registry([indexed]).tools[0]?.output;
    };
    const nested = z.strictObject({
      facts: z.array(z.strictObject({ a: z.strictObject({ ownerName: z.string() }).optional() })),
    });
    expect(() => publishing(nested)).toThrow('svc_flood_zone publishes a field about a person: ownerName (an owner)');
    const either = z.union([z.strictObject({ b: z.string() }), z.strictObject({ contactPhone: z.string() })]);
    expect(() => publishing(z.strictObject({ either }))).toThrow(/contactPhone/);
    expect(() => publishing(z.strictObject({ ownerOccupied: z.string() }))).not.toThrow();
  });

  it('is in the output of no tool', () => {
    for (const tool of shippedRegistry().tools) expect(tool.output).toBeDefined();
  });
});
