import type { FakeUpstream } from '../fake-upstream.ts';

type Row = Readonly<Record<string, unknown>>;
const entry = (pwsid: string, pws_name: string, people: number): Row => ({
  pwsid,
  pws_name,
  pws_type_code: 'CWS',
  population_served_count: people,
  pws_activity_code: 'A',
  admin_name: 'JANE PLANTED',
  email_addr: 'planted@example.com',
  phone_number: '555-010-0199 PLANTED',
});
const systems = [
  entry('NC9900001', 'MADE-UP CITY OF RALEIGH', 612_000),
  entry('NC9900002', 'MADE-UP MOBILE HOME PARK', 240),
  entry('MS9900001', 'MADE-UP CITY OF BILOXI', 46_000),
];

const violation = (pwsid: string, id: number, category: string, code: string, status: string, begin: string): Row => ({
  pwsid,
  violation_id: String(id),
  violation_code: category === 'MCL' ? '02' : '03',
  violation_category_code: category,
  is_health_based_ind: category === 'MCL' ? 'Y' : 'N',
  contaminant_code: code,
  compliance_status_code: status,
  compl_per_begin_date: `${begin} 00:00:00`,
  compl_per_end_date: null,
  rtc_date: status === 'R' ? '2025-06-30 00:00:00' : null,
});
const violations = [
  violation('NC9900001', 5001, 'MR', '5000', 'R', '2025-01-01'),
  violation('NC9900002', 5002, 'MCL', '2950', 'O', '2024-07-01'),
  violation('NC9900002', 5003, 'MR', '8888', 'K', '2026-01-01'),
  violation('NC9900002', 5004, 'MCL', '1040', 'R', '2009-01-01'),
];

/** Columns after four public clients of the two tables; a measure comes as a number or as text, dates are in the sample alone. */
const result = (pwsid: string, sample: string, code: string, measure: number | string, sign: string): Row => ({
  pwsid,
  sample_id: sample,
  contaminant_code: code,
  sample_measure: measure,
  unit_of_measure: 'mg/L',
  result_sign_code: sign,
});
const results = [
  result('NC9900001', 'NC1001', 'PB90', '0.004', '='),
  result('NC9900001', 'NC1001', 'CU90', 0.31, '='),
  result('NC9900001', 'NC1002', 'PB90', 0.003, '<'),
];
const samples = [
  { pwsid: 'NC9900001', sample_id: 'NC1001', sampling_start_date: '2020-06-01', sampling_end_date: '2020-09-30' },
  { pwsid: 'NC9900001', sample_id: 'NC1002', sampling_start_date: '2023-06-01', sampling_end_date: '2023-09-30' },
];

const tables: Readonly<Record<string, readonly Row[]>> = {
  water_system: systems,
  violation: violations,
  lcr_sample_result: results,
  lcr_sample: samples,
};

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-sdwis',
  hosts: ['data.epa.gov'],
  respond({ path }) {
    const match = /^\/dmapservice\/sdwis\.(\w+)\/pwsid\/in\/([^/]+)\/\d+:\d+\/json$/.exec(path);
    if (!match) return undefined;
    const ids = decodeURIComponent(match[2] ?? '').split(',');
    const rows = tables[match[1] ?? ''] ?? [];
    return { body: rows.filter(({ pwsid }) => ids.includes(String(pwsid))) };
  },
};

export default fakeUpstream;
