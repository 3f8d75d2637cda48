import { randomUUID } from 'node:crypto';
import type { ToolContext } from '../catalog/context.ts';
import type { AnyJobDefinition } from '../catalog/define-job.ts';
import type { PaidTool, Registry, Tool } from '../catalog/registry.ts';
import type { FinishWork, ItemWork, JobRoutes, JobWork } from '../jobs/routes.ts';
import { deadlineIn } from '../kernel/bounded.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import type { CopiesPort } from '../kernel/ports/copies.ts';
import type { JobFinish, JobItemOutcome, JobSale } from '../kernel/ports/jobs.ts';
import type { FreePipeline } from './free.ts';

type Fields = Readonly<Record<string, unknown>>;
type JobTool = PaidTool & { readonly job: AnyJobDefinition };

const sellsJobs = (tool: Tool): tool is JobTool => tool.kind !== 'free' && tool.job !== undefined;

export interface JobRoutesParts {
  readonly registry: Registry;
  readonly free: FreePipeline;
  /** Stores page, PDF and data of the whole job; absent: none are stored. */
  readonly copies?: CopiesPort | undefined;
}

/** The routes of the registry that sell jobs, and their work in contexts like those of a paid call. */
export class RegistryJobRoutes implements JobRoutes {
  readonly #parts: Omit<JobRoutesParts, 'registry'>;
  readonly #tools: ReadonlyMap<string, JobTool>;
  readonly slugs: readonly string[];

  constructor({ registry, ...parts }: JobRoutesParts) {
    this.#parts = parts;
    this.#tools = new Map(registry.tools.filter(sellsJobs).map((tool) => [tool.slug, tool]));
    this.slugs = [...this.#tools.keys()];
  }

  terms(slug: string): AnyJobDefinition | undefined {
    return this.#tools.get(slug)?.job;
  }

  async step(work: ItemWork): Promise<JobItemOutcome> {
    const { document, position, input, ended, signal, sale } = work;
    const { tool, ctx } = await this.#context(work, input);
    const outcome = await tool.job.step(
      ctx,
      { position, input, dueAt: document.items.find((item) => item.position === position)?.dueAt },
      {
        ...{ input: document.request as never, ended, signal, job: document, sale },
        stage: (name) => work.stage(name),
      },
    );
    // a result is stored only after the evidence to which it refers
    await this.#parts.free.evidenceWritten();
    return outcome;
  }

  async finish(work: FinishWork): Promise<JobFinish> {
    const { document, items, sale } = work;
    const { tool, ctx } = await this.#context(work, document.request);
    if (!tool.job.finish) return {};
    const made = await tool.job.finish(ctx, document, items, { input: document.request as never, sale });
    await this.#parts.free.evidenceWritten();
    const copies = made.page && (await this.#publish(tool, made.page, sale));
    return copies ? { ...made, artifacts: { ...copies, ...made.artifacts } } : made;
  }

  /** Page, PDF and data of the whole job; none where this service stores no copies. */
  async #publish(
    { slug, title }: JobTool,
    page: Fields,
    { purchaseId, receipt }: JobSale,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const sale = { route: slug, title, purchaseId, receipt, body: canonicalJson(page), replaces: true };
    const made = await this.#parts.copies?.publish(sale);
    return made && { html: made.html, pdf: made.pdf, json: made.json };
  }

  /** A separate context for one piece of work, without a resolved place and without a payment. */
  async #context(
    { slug, signal, limitMs, queried }: JobWork & Partial<Pick<ItemWork, 'queried'>>,
    input: Fields,
  ): Promise<{ readonly tool: JobTool; readonly ctx: ToolContext<'none'> }> {
    const tool = this.#tools.get(slug);
    if (!tool) throw new Error(`${slug} sells no jobs`);
    const { lane: _lane, ...placeless } = tool;
    const prepared = await this.#parts.free.prepare({ ...placeless, subject: 'none' } as Tool, input, {
      ...{ signal, requestId: randomUUID(), deadline: deadlineIn(limitMs), forSale: true },
      ...(queried && { queried }),
    });
    if ('answer' in prepared) throw new Error(`${slug} could not be prepared without a place`);
    return { tool, ctx: prepared.ctx as ToolContext<'none'> };
  }
}
