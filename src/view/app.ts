import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { outcomeWords } from './answer.ts';
import {
  type Fields,
  fault,
  fieldsOf,
  isFields,
  type Outcome,
  readOutcome,
  rowsOf,
  textOf,
  type ViewPort,
} from './port.ts';
import { placeIn } from './questions.ts';
import { Stage } from './stage.ts';
import { Wire } from './wire.ts';

const executeTool = 'svc_execute';
const searchTool = 'svc_search_tools';

const root = document.querySelector<HTMLElement>('#answer') ?? document.body;
const stage = new Stage(root);
let queried: Fields = {};

/** Theme, insets and width of the host; its style variables stay out: the view has one look everywhere. */
function applyContext({ theme, safeAreaInsets: inset }: McpUiHostContext): void {
  if (theme) document.documentElement.dataset.theme = theme;
  if (inset) document.body.style.padding = `${inset.top}px ${inset.right}px ${inset.bottom}px ${inset.left}px`;
}

/** The structured content of a result; of a host that passes none on, what it says in words. */
const bodyOf = ({ structuredContent, content }: Fields): unknown =>
  structuredContent ?? { detail: textOf(rowsOf(content)[0]?.text) };

const wire = new Wire(window.parent, {
  input: (params) => {
    queried = fieldsOf(params.arguments);
    stage.wait('Asking the official sources…');
  },
  result: (params) => {
    const tool = textOf(queried.name) ?? textOf(fieldsOf(bodyOf(params)).tool) ?? 'place records';
    const [outcome, args] = [readOutcome(bodyOf(params), tool), fieldsOf(queried.arguments)];
    remember(outcome, args);
    stage.show(outcome, args, portOf(), false);
  },
  cancelled: () => stage.wait('The question was withdrawn.'),
  context: applyContext,
});

const callTool = async (name: string, args: Fields): Promise<Fields> =>
  fieldsOf(await wire.request('tools/call', { name, arguments: args }));

async function ask(tool: string, args: Fields): Promise<Outcome> {
  try {
    return readOutcome(bodyOf(await callTool(executeTool, { name: tool, arguments: args })), tool);
  } catch (error) {
    return fault(tool, error instanceof Error ? error.message : 'The host refused.');
  }
}

/** What the catalog says of a tool, its schema among it: the search gives it for an exact name. */
async function aboutOf(tool: string): Promise<Fields | undefined> {
  const found = await callTool(searchTool, { query: tool, limit: 1 }).catch((): Fields => ({}));
  const [hit] = rowsOf(fieldsOf(bodyOf(found)).hits);
  return isFields(hit?.inputSchema) ? hit : undefined;
}

function tellModel(outcome: Outcome): void {
  if (!wire.capabilities.updateModelContext) return;
  const text = `The user asked this in the view. ${outcomeWords(outcome)}`;
  wire.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined);
}

let known: Fields = {};

/** Keeps what an answer says of the place, for the next question about it. */
function remember(outcome: Outcome, args: Fields): void {
  if (outcome.kind === 'answer') known = placeIn(args, fieldsOf(outcome.result.subject), known);
}

const portOf = (): ViewPort => ({
  place: () => known,
  ...(wire.capabilities.serverTools && { ask, aboutOf }),
  open: (url) => void wire.request('ui/open-link', { url }).catch(() => undefined),
  show: (outcome, args) => {
    remember(outcome, args);
    stage.show(outcome, args, portOf(), true);
    tellModel(outcome);
  },
});

let height = 0;
new ResizeObserver(() => {
  const next = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (next === height) return;
  height = next;
  wire.notify('ui/notifications/size-changed', { height });
}).observe(document.documentElement);

stage.wait('Waiting for the answer…');
wire.connect('place-records-answer').catch(() => stage.wait('This view needs a host of MCP Apps.'));
