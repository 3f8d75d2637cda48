import type { FakeUpstream } from '../fake-upstream.ts';

const rows: Readonly<Record<string, readonly string[]>> = {
  '37183': ['NC-Wake', '178400', '84100', '94300', '10412.55', '10288.1'],
  '09110': ['CT-Capitol', '190020', '101200', '88820', '11804.2', '11210.75'],
  '28047': ['MS-Harrison', '42100', '*', '*', '*', '*'],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'cms-geographic-variation',
  hosts: ['data.cms.gov'],
  respond({ path, query }) {
    if (!path.startsWith('/data-api/v1/dataset/')) return undefined;
    const code = query.get('filter[BENE_GEO_CD]') ?? '37183';
    const row = rows[code];
    if (!row) return { body: [] };
    const [name, total, original, advantage, payment, standardized] = row;
    return {
      body: [
        {
          YEAR: query.get('filter[YEAR]') ?? '2024',
          BENE_GEO_LVL: 'County',
          BENE_GEO_DESC: name,
          BENE_GEO_CD: code,
          BENE_AGE_LVL: 'All',
          BENES_TOTAL_CNT: total,
          BENES_OM_CNT: original,
          BENES_MA_CNT: advantage,
          BENE_FEML_PCT: '0.55',
          TOT_MDCR_PYMT_PC: payment,
          TOT_MDCR_STDZD_PYMT_PC: standardized,
        },
      ],
    };
  },
};

export default fakeUpstream;
