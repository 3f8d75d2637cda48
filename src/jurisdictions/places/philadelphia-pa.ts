import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { legistarMatters } from '../legistar.ts';
import { recordSources } from '../philadelphia/records.ts';

const list =
  'https://services.arcgis.com/fLeGjb7u4uXqeF9q/arcgis/rest/services/real_estate_tax_delinquencies/FeatureServer/0';

export default {
  id: 'philadelphia-pa',
  displayName: 'Philadelphia, PA',
  kind: 'city',
  stack: { state: 'PA', county: ['Philadelphia County'] },
  geoid: { state: '42', county: ['42101'], place: '4260000' },
  aliases: ['philadelphia', 'philly'],
  gate: { none: 'The city is exactly its county; the county code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    ...recordSources,
    {
      cardId: 'philadelphia-tax-delinquencies',
      name: 'Philadelphia real estate tax delinquencies',
      lane: 'tax_payment_status',
      platform: 'arcgis',
      endpoint: list,
      resolve: { by: 'none' },
      query: { addressField: 'STREET_ADDRESS', key: { field: 'OPA_NUMBER', normalize: 'digits' } },
      fields: {
        recordId: { field: 'OPA_NUMBER', type: 'digits' },
        accountId: { field: 'OPA_NUMBER', type: 'digits' },
        siteAddress: 'STREET_ADDRESS',
        zip: 'ZIP_CODE',
        principalDue: { field: 'PRINCIPAL_DUE', type: 'number', unit: 'USD' },
        penaltyDue: { field: 'PENALTY_DUE', type: 'number', unit: 'USD' },
        interestDue: { field: 'INTEREST_DUE', type: 'number', unit: 'USD' },
        totalDue: { field: 'TOTAL_DUE', type: 'number', unit: 'USD' },
        yearsOwed: { field: 'NUM_YEARS_OWED', type: 'number' },
        newestYearOwed: { field: 'MOST_RECENT_YEAR_OWED', type: 'number' },
        paymentAgreement: { field: 'PAYMENT_AGREEMENT', type: 'boolean' },
      },
      recordScope: 'accounts with real estate tax unpaid on 1 January of the year after it was due',
      locationPrecision: 'exact',
      limits: {
        notes: [
          'A list of delinquent accounts: tax of the current year that is unpaid, and accounts that are paid, are not on it.',
        ],
      },
      freshness: { cadence: 'monthly' },
      publisher: 'City of Philadelphia, Department of Revenue',
      landingUrl: 'https://opendataphilly.org/datasets/property-tax-delinquencies/',
      licence: { note: 'City of Philadelphia License' },
      verifiedAt: null,
      verification: {
        word: 'code_only',
        note: 'Layer and column names as a public client reads them; the dataset stands in the city catalogue; not called by us.',
      },
    },
    legistarMatters({
      cardId: 'philadelphia-legislation',
      client: 'phila',
      publisher: 'Philadelphia City Council',
      recordScope: 'bills, resolutions and communications of the City Council',
      note: 'Client and columns as working public code of 2026 reads them, without a token; not called by us.',
    }),
  ],
  absent: [],
  policySources: [
    {
      name: 'The Philadelphia Code',
      level: 'city',
      url: 'https://codelibrary.amlegal.com/codes/philadelphia/latest/overview',
    },
    {
      name: 'Philadelphia Department of Revenue',
      level: 'city',
      url: 'https://www.phila.gov/departments/department-of-revenue/',
    },
  ],
  rules: { appeal: 'PA', ownerPrograms: ['PA'] },
} satisfies Jurisdiction as Jurisdiction;
