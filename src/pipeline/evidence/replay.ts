import type { PaidTool } from '../../catalog/registry.ts';
import { canonicalJson } from '../../kernel/canonical.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Evidence, evidenceReference, parseEvidenceReference } from '../../kernel/evidence.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { type CallOptions, FreePipeline, type PipelinePorts } from '../free.ts';
import { validateInput } from '../validate.ts';
import { type CitationReplay, compareEvidence, noneAsked } from './compare.ts';

/** The result of the replay of one answer. */
export interface AnswerReplay {
  /** Id of the evidence. */
  readonly id: string;
  /** Absent where the evidence is not stored here. */
  readonly tool?: string;
  readonly citations: readonly (CitationReplay & { readonly reference: string })[];
}

/** Every source is queried again, without the cache. */
const askingAgain = (access: SourceAccess): SourceAccess => ({
  ...access,
  fetch: (card, request) => access.fetch(card, { ...request, ttlSeconds: 0 }),
});

const callKey = ({ tool, arguments: given }: Pick<Evidence, 'tool' | 'arguments'>) => `${tool} ${canonicalJson(given)}`;

/**
 * Repeats the requests behind answers and reports the change of each fact. Nothing is paid: a sold answer is made again
 * inside this process. The parts of a composed answer are not replayed twice.
 */
export class Replay {
  readonly #pipeline: FreePipeline;
  readonly #ports: PipelinePorts;
  readonly #now = new Map<string, Evidence>();

  constructor(ports: PipelinePorts) {
    this.#ports = ports;
    this.#pipeline = new FreePipeline({
      ...ports,
      evidence: {
        keep: (_id, evidence) => void this.#now.set(callKey(evidence), evidence),
        written: async () => undefined,
        get: async () => undefined,
      },
      sourcesFor: (call) => askingAgain(ports.sourcesFor(call)),
    });
  }

  /** Replays the evidence of references, in the order given; each answer once. */
  async references(references: readonly string[], options: CallOptions): Promise<readonly AnswerReplay[]> {
    const wanted = new Map<string, Set<string> | 'all'>();
    for (const reference of references) {
      const parsed = parseEvidenceReference(reference);
      if (!parsed) continue;
      const known = wanted.get(parsed.id) ?? new Set<string>();
      wanted.set(parsed.id, parsed.key === undefined || known === 'all' ? 'all' : known.add(parsed.key));
    }
    const replays = new Map<string, AnswerReplay>();
    for (const id of await this.#soldFirst([...wanted.keys()])) {
      const keys = wanted.get(id) ?? 'all';
      const whole = await this.#answer(id, keys, options);
      const citations = whole.citations.filter(({ key }) => keys === 'all' || keys.has(key));
      replays.set(id, { ...whole, citations });
    }
    return [...wanted.keys()].flatMap((id) => replays.get(id) ?? []);
  }

  /** Sold answers first: they also replay their parts. */
  async #soldFirst(ids: readonly string[]): Promise<readonly string[]> {
    const { registry } = this.#ports;
    const kept = await Promise.all(ids.map(async (id) => ({ id, tool: (await this.#ports.evidence.get(id))?.tool })));
    const isSold = (name: string | undefined) =>
      registry.tools.some((tool) => tool.name === name && tool.kind !== 'free');
    return kept.sort((a, b) => Number(isSold(b.tool)) - Number(isSold(a.tool))).map(({ id }) => id);
  }

  async #answer(id: string, keys: ReadonlySet<string> | 'all', options: CallOptions): Promise<AnswerReplay> {
    const named = (citations: readonly CitationReplay[]) =>
      citations.map((one) => ({ reference: evidenceReference(id, one.key), ...one }));
    const then = await this.#ports.evidence.get(id);
    if (!then) {
      const reason = 'Its evidence is not kept here, or is kept no longer.';
      const unknown = [...(keys === 'all' ? [] : keys)].map(
        (key): CitationReplay => ({ key, sourceName: '', verdict: 'cannot_ask', reason, facts: [], added: 0 }),
      );
      return { id, citations: named(unknown) };
    }
    const now = await this.#again(then, options);
    const compared = typeof now === 'string' ? noneAsked(then, now) : compareEvidence(then, now);
    return { id, tool: then.tool, citations: named(compared) };
  }

  /** The evidence of the same call now, or the sentence that says why it cannot be made. */
  async #again(then: Evidence, options: CallOptions): Promise<Evidence | string> {
    const known = this.#now.get(callKey(then));
    if (known) return known;
    const tool = this.#ports.registry.tools.find(({ name }) => name === then.tool);
    if (!tool) return `There is no tool ${then.tool} any more.`;
    if (tool.kind === 'free' && tool.writes) return `${then.tool} writes a note; it is not queried again.`;
    try {
      if (tool.kind === 'free') await this.#pipeline.run(tool, then.arguments, options, 0);
      else await this.#sold(tool, then, options);
    } catch (error) {
      if (error instanceof ServiceError && tool.kind !== 'free' && tool.job)
        return `${then.tool} read it in a later step of what was bought; it is not queried again.`;
      if (error instanceof ServiceError) return error.detail ?? `${then.tool} does not take these arguments any more.`;
      throw error;
    }
    return this.#now.get(callKey(then)) ?? `${then.tool} did not come to an answer this time.`;
  }

  async #sold(tool: PaidTool, then: Evidence, options: CallOptions): Promise<void> {
    const input = this.#pipeline.nameless(validateInput(tool, then.arguments));
    const prepared = await this.#pipeline.prepare(tool, input, options);
    if ('answer' in prepared) return;
    const outcome = await tool.run(prepared.ctx as never, input as never);
    if (outcome.charge) this.#pipeline.withEvidence(tool, input, prepared.queried, outcome.body as object);
  }
}

/** The references of evidence anywhere in a document: an answer, a report, a bundle. */
export function referencesIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (name === 'evidence' && typeof inner === 'string' && parseEvidenceReference(inner)) found.add(inner);
      else walk(inner);
    }
  };
  walk(value);
  return [...found];
}
