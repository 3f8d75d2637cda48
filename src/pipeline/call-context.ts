import type { FreeContext, ToolContext, ToolPorts } from '../catalog/context.ts';
import type { Answer } from '../kernel/answer.ts';
import { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { ProvidersPort } from '../kernel/ports/providers.ts';
import type { JurisdictionsPort } from '../places/schema/port.ts';

/** Provider access where none is configured. */
const noProviders: ProvidersPort = {
  offered: () => undefined,
  challengeHeaders: async () => ({}),
  buy: (component) => Promise.reject(new Error(`no provider is configured for ${component}`)),
};

/** The parts of a context that belong to the service, and those of each call. */
type Shared = Pick<
  ToolPorts,
  'place' | 'demand' | 'catalog' | 'health' | 'objects' | 'signer' | 'proofs' | 'upgrades' | 'publicUrl'
> &
  Pick<ToolContext, 'log'> & { readonly jurisdictions: JurisdictionsPort };
type Own = Pick<ToolContext, 'sources' | 'mirror' | 'lane' | 'now' | 'signal' | 'requestLog' | 'progress' | 'call'> & {
  /** Absent where no provider is configured. */
  readonly providers?: ProvidersPort | undefined;
  readonly subject: ToolContext['subject'] | undefined;
  /** Only sources whose terms permit commercial use. */
  readonly forSale: boolean;
};

/**
 * The context of one call. A class, because every call has one: an object assembled from parts and accessors costs more
 * than all other work of a small call.
 */
export class CallContext implements FreeContext {
  readonly place;
  readonly demand;
  readonly catalog;
  readonly health;
  readonly proofs;
  readonly upgrades;
  declare readonly objects?: NonNullable<ToolPorts['objects']>;
  declare readonly signer?: NonNullable<ToolPorts['signer']>;
  declare readonly publicUrl?: string;
  readonly log;
  readonly sources;
  readonly mirror;
  readonly lane;
  readonly now;
  readonly signal;
  readonly requestLog;
  readonly subject;
  readonly providers;
  readonly progress;
  readonly call: (name: Parameters<ToolContext['call']>[0], args: Readonly<Record<string, unknown>>) => Promise<Answer>;
  readonly withEvidence: ToolContext['withEvidence'];
  #answer: AnswerBuilder | undefined;
  readonly #shared: Shared;
  readonly #forSale: boolean;

  constructor(shared: Shared, own: Own, withEvidence: ToolContext['withEvidence']) {
    this.#shared = shared;
    this.#forSale = own.forSale;
    this.place = shared.place;
    this.demand = shared.demand;
    this.catalog = shared.catalog;
    this.health = shared.health;
    this.proofs = shared.proofs;
    this.upgrades = shared.upgrades;
    if (shared.objects) this.objects = shared.objects;
    if (shared.signer) this.signer = shared.signer;
    if (shared.publicUrl !== undefined) this.publicUrl = shared.publicUrl;
    this.log = shared.log;
    this.sources = own.sources;
    this.mirror = own.mirror;
    this.lane = own.lane;
    this.now = own.now;
    this.signal = own.signal;
    this.requestLog = own.requestLog;
    this.subject = own.subject as ToolContext['subject'];
    this.providers = own.providers ?? noProviders;
    this.progress = own.progress;
    this.call = own.call;
    this.withEvidence = withEvidence;
  }

  /** The context with an empty answer: for one run of a free tool. */
  answering(): this {
    this.#answer = undefined;
    return this;
  }

  get answer(): AnswerBuilder {
    this.#answer ??= new AnswerBuilder(this.subject);
    return this.#answer;
  }

  /** Read lazily: places are loaded at first use. */
  get jurisdictions(): JurisdictionsPort {
    const { jurisdictions } = this.#shared;
    return this.#forSale ? jurisdictions.forSale() : jurisdictions;
  }
}
