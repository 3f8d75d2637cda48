import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take 15 s and more, those that mostly wait between those that work: what waits shares the machine. */
const longest = [
  'first-run',
  'products/copies/every-route',
  'tools/paid/place-monitor-killed',
  'cli/cli',
  'pipeline/paid-jobs-killed',
  'products/place-report/place-report',
  'store/silent-database',
  'views/answer-view',
  'payments/downstream/crash',
  'pipeline/paid-model',
  'transports/connections',
  'views/explorer',
  'products/copies/pages',
  'pipeline/paid-truth',
  'products/place-report/sharing',
  'unpaid-requests',
  'pipeline/paid-crash',
  'faults',
  'payments/downstream/buying',
  'reports/video',
  'pipeline/paid-faults',
  'workers/imports',
  'recovery',
  'places/lanes/feeds',
  'store/key-rotation',
  'transports/browser/browser',
  'hostile',
  'diagnostics',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
};

/** A long file that begins last is waited for by all other processors; a clean clone remembers no run that says which are long. */
export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(specifications)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
