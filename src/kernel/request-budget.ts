/** How many requests to sources one call may send. Every attempt counts: repetitions, pages and redirects too. */
export interface RequestBudget {
  readonly id: number;
  /** Takes one request; false where none is left, and from then on the budget is cut. */
  take(): boolean;
  /** Takes one for what can be left undone: where none is left that cuts nothing. */
  takeSpare(): boolean;
  /** Returns a request that was reserved and not sent. */
  giveBack(): void;
  /** From now on as many may be sent as are needed. */
  lift(): void;
  /** A request was refused: what the call says rests on less than it wanted to ask. */
  readonly cut: boolean;
}

let budgets = 0;

/** @param requests how many may be sent */
export function requestBudget(requests: number): RequestBudget {
  budgets += 1;
  let left = requests;
  let cut = false;
  const takeSpare = () => {
    if (left <= 0) return false;
    left -= 1;
    return true;
  };
  return {
    id: budgets,
    takeSpare,
    take() {
      const spare = takeSpare();
      if (!spare) cut = true;
      return spare;
    },
    giveBack() {
      left += 1;
    },
    lift() {
      left = Number.POSITIVE_INFINITY;
    },
    get cut() {
      return cut;
    },
  };
}
