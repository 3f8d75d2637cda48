/** Where the public copies of something sold stand: paths on this service, or whole addresses where its own is known. */
export interface CopyAddresses {
  readonly html: string;
  readonly pdf: string;
  readonly json: string;
  /** When they end, unless they are withdrawn or renewed (ISO 8601). */
  readonly until?: string | undefined;
}

export interface SettledSale {
  readonly route: string;
  readonly title: string;
  readonly purchaseId: string;
  /** The sold body as text: the JSON that is delivered. */
  readonly body: string;
  /** The payment's response as the buyer gets it; no credential is in it. */
  readonly receipt: Readonly<Record<string, unknown>>;
  /** Fields of the body that its buyer alone gets: the copies are made without them. */
  readonly buyersOwn?: readonly string[] | undefined;
  /** An earlier copy is replaced: a job that was started again has more results. */
  readonly replaces?: boolean;
}

/** Stores what was sold as a page, a PDF and data, readable by anyone who has the address. */
export interface CopiesPort {
  /**
   * Makes the copies of a purchase readable; doing it again changes nothing, and brings back nothing that was withdrawn.
   * The addresses of one purchase are always the same.
   */
  publish(sale: SettledSale): Promise<CopyAddresses>;
}
