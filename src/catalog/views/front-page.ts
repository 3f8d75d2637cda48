import type { GuideRole } from '../define.ts';
import { iconAddress } from '../icon.ts';
import { soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceName, serviceTitle } from './publication.ts';
import { callSurface, documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const entry = (group: string, server: object) => JSON.stringify({ [group]: { [serviceName]: server } });

/** One line for each program; docs/install.md cites where their forms are documented. Claude Desktop's file starts servers itself. */
const connectLines = (mcpUrl: string) => [
  {
    host: 'Claude Code',
    where: 'In a terminal',
    text: `claude mcp add --transport http ${serviceName} ${mcpUrl}`,
  },
  {
    host: 'Claude Desktop',
    where: 'In claude_desktop_config.json (Settings, Developer, Edit Config); it runs on your own machine',
    text: entry('mcpServers', { command: 'npx', args: ['-y', serviceName] }),
  },
  { host: 'Cursor', where: 'In ~/.cursor/mcp.json', text: entry('mcpServers', { url: mcpUrl }) },
  {
    host: 'VS Code',
    where: 'In mcp.json (MCP: Open User Configuration)',
    text: entry('servers', { type: 'http', url: mcpUrl }),
  },
  { host: 'Any other client', where: 'MCP over streamable HTTP, at this address', text: mcpUrl },
];

/** Style and script of the page; the page says everything but answers without the script. */
export interface FrontPageParts {
  readonly style: string;
  readonly script: string | undefined;
  readonly sample: boolean;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const link = (href: string, text: string) => `<a href="${safe(href)}">${safe(text)}</a>`;

/** A line to be copied; its button appears where the script runs. */
const copied = (text: string, label: string) =>
  `<div class="line"><pre tabindex="0" role="region" aria-label="${safe(label.replace('Copy the ', 'The '))}"><code>${safe(text)}</code></pre><button class="copy" type="button" hidden aria-label="${safe(label)}" data-copy="${safe(text)}">Copy</button></div>`;

export const samplePath = '/sample';

const places = [
  '222 W Hargett St, Raleigh, NC 27601',
  '27601',
  'Is there a flood zone at 121 N LaSalle St, Chicago, IL 60602?',
];

function askForm(pub: Publication): string {
  const nameOf = (role: GuideRole) => pub.registry.guideTool(role)?.name;
  const [firstTool, coverageTool] = [nameOf('facts'), nameOf('lanes')];
  if (!firstTool || !coverageTool) return '';
  const examples = places.map(
    (place) => `<button type="button" class="example" data-place="${safe(place)}">${safe(place)}</button>`,
  );
  const setup = { coverageTool, firstTool, locatedTool: nameOf('located'), planTool: nameOf('plan') };
  const setupJson = JSON.stringify(setup).replaceAll('<', '\\u003c');
  return `<noscript><p class="lead">Asking from this page needs JavaScript. Without it, ask over HTTP or connect an assistant, as shown below.</p></noscript>
<section id="explorer" hidden aria-label="Ask about a place">
<form id="ask"><label for="place">Address, ZIP, city, county or question</label>
<div class="ask-row"><textarea id="place" name="place" rows="1" autocomplete="street-address" required minlength="3" maxlength="20000" aria-describedby="several"></textarea><button class="go" type="submit">Ask</button></div>
<p class="examples" id="several">Several addresses: paste them one a line.</p>
<p class="examples">Try ${examples.join(' ')}</p></form>
<p id="said" class="heard" role="status"></p>
<div id="results"></div>
</section>
<script type="application/json" id="setup">${setupJson}</script>`;
}

/** Each subject opens: the script lists its tools, each with its form; without it there is the list as JSON. */
function toolShelves({ baseUrl, registry }: Publication): string {
  const shelves = toolCategories(registry).map(({ category, title, tools }) => {
    const list = category === 'paid' ? documentSurface.paidIndex.path : `/tools/list?compact=1&category=${category}`;
    return `<details class="shelf" data-category="${category}"><summary>${safe(title)}<span class="count">${tools}</span></summary>
<p class="quiet">${link(baseUrl + list, 'This list as JSON')}</p></details>`;
  });
  return shelves.join('\n');
}

function paidLine(pub: Publication): string {
  const sold = soldTools(pub.registry);
  if (sold.length === 0) return '';
  const selling = pub.selling ? '' : ' Selling is not configured on this server.';
  const index = pub.baseUrl + documentSurface.paidIndex.path;
  return `<p class="quiet">Paid routes answer 402 with their terms first: ${link(index, 'list with prices')}.${selling}</p>`;
}

function connecting({ baseUrl }: Publication): string {
  const lines = connectLines(baseUrl + callSurface.mcp.path).map(
    ({ host, where, text }) =>
      `<li><h3>${safe(host)}</h3><p class="quiet">${safe(where)}</p>${copied(text, `Copy the line for ${host}`)}</li>`,
  );
  return `<section id="connect"><h2>Connect your assistant</h2>
<p>Over the Model Context Protocol, without an account or a key. The assistant then asks, and shows each answer as a small page in the chat where it can.</p>
<ul class="hosts">
${lines.join('\n')}
</ul></section>`;
}

function overHttp({ baseUrl, registry }: Publication): string {
  const example = registry.guideTool('example') ?? registry.free[0];
  const call = { name: example?.name ?? '<tool>', arguments: example?.examples[0]?.arguments ?? {} };
  const command = `curl -s ${baseUrl}${callSurface.call.path} \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(call)}'`;
  return `<section><h2>Ask over HTTP</h2>
${copied(command, 'Copy the command')}</section>`;
}

const sampleCard = `<section class="sample"><h2>Read a sample report</h2>
<p>What a place report looks like: what stands out, the records on the parcel, a map of what lies around it, and what was not looked at. Its records are synthetic, and it says so.</p>
<p><a class="go" href="${samplePath}">Open the sample report</a></p></section>`;

/** `GET /` for a browser: ask about a place, connect an assistant, find every document. It loads nothing from elsewhere. */
export function frontPage(pub: Publication, { style, script, sample }: FrontPageParts): string {
  const { skill, llms, openapi, api } = documentSurface;
  const documents = [skill, openapi, llms, api].map(({ path, title }) => `<li>${link(pub.baseUrl + path, title)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${serviceTitle}</title>
<meta name="description" content="${safe(serviceDescription)}">
<link rel="icon" href="${iconAddress}">
<style>${style}</style>
</head>
<body>
<main class="page">
<h1>What the public record says about a place</h1>
<p class="lead">Official US records for an address or ZIP code: each fact with its source, its dates and a link. It describes properties and places, not people.</p>
${script === undefined ? '' : askForm(pub)}
${sample ? sampleCard : ''}
${connecting(pub)}
${overHttp(pub)}
<section class="shelves"><h2>Every tool</h2>
<p>${pub.registry.free.length} free tools and ${soldTools(pub.registry).length} paid routes. Each opens a form, filled with the place above.</p>
${toolShelves(pub)}
${paidLine(pub)}</section>
<section><h2>Documents</h2>
<ul class="documents">
${documents.join('\n')}
</ul></section>
<footer>${serviceTitle} ${safe(pub.version)}. An empty answer means that the named source returned nothing; not covered means that no source is connected there.</footer>
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;
}
