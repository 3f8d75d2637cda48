import type { ToolContext } from '../catalog/context.ts';
import type { FreeTool, PaidTool, Tool } from '../catalog/registry.ts';
import type { Answer } from '../kernel/answer.ts';
import { renewableDeadline } from '../kernel/bounded.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import { isChargeable } from '../kernel/chargeable.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { CopyAddresses } from '../kernel/ports/copies.ts';
import type { JobDocument, JobsPort } from '../kernel/ports/jobs.ts';
import type { AskingTerms } from '../kernel/ports/sources.ts';
import type { Subject } from '../kernel/subject.ts';
import { PurchaseAccess } from '../payments/downstream/purchase-access.ts';
import { licensedMs } from '../store/spend.ts';
import type { CallOptions, FreePipeline } from './free.ts';
import { argumentsHash, type SoldTool } from './paid-terms.ts';
import type { Body, Built, Coverage, Delivered, Paying, Sold, Work, WorkPorts } from './paid-types.ts';
import { saleAsking } from './unpaid.ts';

type Input = Readonly<Record<string, unknown>>;

export function workOf(ports: WorkPorts, tool: SoldTool, input: Input, options: CallOptions): Work {
  return tool.kind === 'free'
    ? new PromotedWork(ports, tool as FreeTool, input, options)
    : new NativeWork(ports, tool as PaidTool, input, options);
}

/**
 * A promoted free tool: its free answer decides, and is the sold body where it is worth the price. So the tool runs once,
 * before the payment is verified, within the budget of coverage.
 */
class PromotedWork implements Work {
  readonly #ports: WorkPorts;
  readonly #run: (terms: AskingTerms) => Promise<Answer>;
  readonly #tool: FreeTool;
  readonly #asking: ReturnType<typeof saleAsking>;
  /** The answer of coverage, where coverage was complete. */
  #answer: Answer | undefined;

  constructor(ports: WorkPorts, tool: FreeTool, input: Input, options: CallOptions) {
    this.#ports = ports;
    this.#tool = tool;
    this.#asking = saleAsking(tool as SoldTool, input);
    this.#run = (terms) => ports.free.run(tool, input, { ...options, terms }, 0);
  }

  get buildsAfterVerify(): boolean {
    return this.#answer === undefined;
  }

  async cover(): Promise<Coverage> {
    const { covering } = this.#asking;
    const answer = await this.#run(covering);
    if (covering.budget.cut) return { kind: 'covered' };
    this.#answer = answer;
    return this.#sells(answer) ? { kind: 'covered' } : this.#diagnostic(answer);
  }

  async build(): Promise<Built> {
    const answer = this.#answer ?? (await this.#run(this.#asking.building));
    if (!this.#sells(answer)) return this.#diagnostic(answer);
    await this.#ports.free.evidenceWritten();
    return { kind: 'artifact', body: JSON.stringify({ charged: true, ...answer }) };
  }

  #sells(answer: Answer): boolean {
    const { paid } = this.#tool;
    // data that are still loading would be missing in the sold answer
    if (answer.retryAfterSeconds !== undefined) return false;
    return isChargeable(answer, paid?.chargesOn ?? [], paid?.sells);
  }

  #diagnostic(answer: Answer): { kind: 'diagnostic'; body: Body } {
    const { paid, name } = this.#tool;
    const message = `Not charged: the answer is ${shortOf(answer, paid?.chargesOn ?? [])}. Free when ${paid?.freeWhen}.`;
    return uncharged(this.#tool, { charged: false, message, freeTool: name, ...answer });
  }

  async deliver(text: string): Promise<Delivered> {
    return { text };
  }

  async settled(sold: Sold): Promise<CopyAddresses | undefined> {
    return this.#ports.copies?.publish(saleOf(this.#tool, sold));
  }
}

/** Why an answer is not sold, in a few words. */
function shortOf({ state, citations, retryAfterSeconds }: Answer, chargesOn: readonly string[]): string {
  if (retryAfterSeconds !== undefined)
    return `not whole yet: data of it are being fetched, again in about ${retryAfterSeconds} s`;
  if (!chargesOn.includes(state)) return state.replaceAll('_', ' ');
  const bound = Object.values(citations).some(({ commercialUse }) => commercialUse !== undefined);
  return bound ? 'of a source whose terms do not allow, or may not allow, commercial use' : 'without what is sold';
}

const saleOf = (tool: Tool, { purchaseId, body, receipt }: Sold) => ({
  route: tool.slug ?? tool.name,
  title: tool.title,
  purchaseId,
  body,
  receipt: { ...receipt },
  buyersOwn: tool.kind === 'free' ? undefined : tool.paid.buyersOwn,
});

/** Addresses of the copies that a body names itself. */
function ownCopies({ access }: Body): CopyAddresses | undefined {
  const { html, pdf, json, until } = (access ?? {}) as Partial<CopyAddresses>;
  return html && pdf && json ? { html, pdf, json, until } : undefined;
}

const usualSeconds = 25;

/** A native or atomic paid tool: preflight decides before the payment, `run` may still find its evidence too thin. */
class NativeWork implements Work {
  readonly buildsAfterVerify = true;
  readonly #tool: PaidTool;
  readonly #input: Input;
  readonly #ports: WorkPorts;
  readonly #jobs: JobsPort | undefined;
  readonly #prepare: (terms: AskingTerms) => ReturnType<FreePipeline['prepare']>;
  readonly #buying: PurchaseAccess | undefined;
  readonly #asking: ReturnType<typeof saleAsking>;
  /** Per stage, since the payment arrives between the stages. */
  readonly #deadline: ReturnType<typeof renewableDeadline>;
  /** Of coverage and, where coverage was complete, of the work. */
  #prepared: Awaited<ReturnType<FreePipeline['prepare']>> | undefined;

  constructor(ports: WorkPorts, tool: PaidTool, input: Input, options: CallOptions) {
    const { free, jobs, providers } = ports;
    this.#ports = ports;
    this.#tool = tool;
    this.#input = input;
    this.#jobs = tool.job && jobs;
    this.#deadline = renewableDeadline((tool.paid.expectedSeconds ?? usualSeconds) * 1000);
    this.#asking = saleAsking(tool as SoldTool, input);
    if (tool.paid.buys && providers)
      this.#buying = new PurchaseAccess(providers, { slug: tool.slug, argsHash: argumentsHash(input) });
    const own = { ...options, deadline: this.#deadline, ...(this.#buying && { providers: this.#buying }) };
    this.#prepare = (terms) => free.prepare(tool, input, { ...own, terms });
  }

  async cover(): Promise<Coverage> {
    const { covering } = this.#asking;
    // a job is sold only where a worker can do it
    await this.#jobs?.admit();
    const prepared = await this.#context(covering);
    if (covering.budget.cut) return { kind: 'covered' };
    if ('answer' in prepared) return this.#unresolved(prepared);
    const ask = async () => this.#tool.preflight(prepared.ctx as never, this.#input as never);
    const { result: preflight, retryAfterSeconds } = await this.#ports.free.withData(ask);
    if (preflight.ready && retryAfterSeconds !== undefined)
      throw new ServiceError('not_ready', {
        detail: `Data of what is sold are being fetched; nothing was charged. Ask again in about ${retryAfterSeconds} s.`,
        retryAfterSeconds,
        charged: false,
      });
    if (preflight.ready)
      return { kind: 'covered', ...(preflight.challengeHeaders && { challengeHeaders: preflight.challengeHeaders }) };
    const isOpen = covering.budget.cut && !preflight.certain;
    return isOpen ? { kind: 'covered' } : uncharged(this.#tool, preflight.diagnostic);
  }

  async build(paying: Paying): Promise<Built> {
    const { covering, building } = this.#asking;
    const perPurchase = this.#tool.paid.buys?.maximumSignatures ?? 0;
    this.#buying?.open({ ...paying, perPurchase });
    // an interrupted coverage is discarded: the work starts again and reuses only the replies of sources
    if (covering.budget.cut) this.#prepared = undefined;
    covering.budget.lift();
    const prepared = await this.#context(building);
    if ('answer' in prepared) return this.#unresolved(prepared);
    const sale = { purchaseId: paying.purchaseId };
    const outcome = await this.#tool.run(prepared.ctx as never, this.#input as never, sale);
    if (!outcome.charge) {
      await this.#buying?.endedFree();
      return uncharged(this.#tool, outcome.diagnostic);
    }
    const sold = published(this.#tool, 'paid', outcome.body);
    const body = this.#ports.free.withEvidence(this.#tool, this.#input, prepared.queried, sold);
    await this.#ports.free.evidenceWritten();
    return { kind: 'artifact', body: canonicalJson(body), ...(this.#buying?.licensed && { keepMs: licensedMs }) };
  }

  async deliver(text: string): Promise<Delivered> {
    if (this.#jobs) {
      const { document, handle } = await this.#jobs.current(JSON.parse(text) as JobDocument);
      return { text: canonicalJson(document), job: handle };
    }
    const ctx = this.#tool.deliver && (await this.#ready());
    if (!this.#tool.deliver || !ctx) return { text };
    const delivered = await this.#tool.deliver(ctx as never, this.#input as never, JSON.parse(text));
    return { text: canonicalJson(delivered) };
  }

  async settled(sale: Sold): Promise<CopyAddresses | undefined> {
    const { slug, job, afterSettled } = this.#tool;
    const { purchaseId, body, receipt } = sale;
    const sold = () => ({ purchaseId, body: JSON.parse(body), receipt: { ...receipt } });
    // the job of a purchase resolves no place again: the sold document has all its input
    if (job) return void (await this.#jobs?.create({ slug, ...sold() }));
    const own = afterSettled && ownCopies(JSON.parse(body));
    const publish = async () => this.#ports.copies?.publish(saleOf(this.#tool, sale));
    const copies = own ?? (sale.isKeptShort ? undefined : await publish());
    if (!afterSettled) return copies;
    const ctx = await this.#ready();
    if (!ctx) throw new Error(`${slug}: the place of a settled purchase no longer resolves`);
    await afterSettled(ctx as never, this.#input as never, sold());
    return copies;
  }

  #unresolved({ answer, subject }: { readonly answer: Answer; readonly subject: Subject | undefined }) {
    const body = subject && this.#tool.unresolved?.(answer, subject);
    if (!body) throw new Error(`${this.#tool.slug} has no diagnostic for a place that does not resolve`);
    return uncharged(this.#tool, body);
  }

  async #context(terms: AskingTerms) {
    this.#deadline.renew();
    this.#prepared ??= await this.#prepare(terms);
    return this.#prepared;
  }

  async #ready(): Promise<ToolContext | undefined> {
    const prepared = await this.#context(this.#asking.building);
    return 'ctx' in prepared ? prepared.ctx : undefined;
  }
}

function uncharged(tool: Tool, body: Body): { kind: 'diagnostic'; body: Body } {
  return { kind: 'diagnostic', body: published(tool, 'diagnostic', body) };
}

/** Checks a body against the route's published schema: an unpublished field is a bug. */
function published(tool: Tool, which: 'paid' | 'diagnostic', body: unknown): Body {
  const parsed = tool.bodies?.[which].safeParse(body);
  if (parsed?.success) return parsed.data as Body;
  throw new Error(`${tool.slug} broke its own published schema (${which})`, { cause: parsed?.error });
}
