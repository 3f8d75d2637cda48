import { soldTools } from './entry.ts';
import { type Publication, serviceDescription, serviceName, serviceTitle } from './publication.ts';
import { documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const style = `:root{color-scheme:light dark;--ink:#1b1f24;--quiet:#57606a;--line:#d0d7de;--code:#f3f5f7;--page:#fff;--link:#0b57a4}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9aa4af;--line:#3a434d;--code:#1b222a;--page:#12171d;--link:#7cb7ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.15rem;margin:2.25rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
p{margin:.5rem 0}.lead{font-size:1.1rem;color:var(--quiet)}
a{color:var(--link)}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;margin:.6rem 0;font:.875rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{padding:.45rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;color:var(--quiet);font-size:.875rem}
td:last-child,th:last-child{text-align:right;font-variant-numeric:tabular-nums;padding-left:1rem}
ul{padding-left:1.1rem}li{margin:.25rem 0}
footer{margin-top:2.5rem;color:var(--quiet);font-size:.875rem}`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const code = (text: string) => `<pre><code>${safe(text)}</code></pre>`;
const link = (href: string, text: string) => `<a href="${safe(href)}">${safe(text)}</a>`;

function paidRow(pub: Publication): string {
  const sold = soldTools(pub.registry);
  if (sold.length === 0) return '';
  const selling = pub.selling ? '' : ' Selling is not configured on this server.';
  const index = pub.baseUrl + documentSurface.paidIndex.path;
  return `<p>${sold.length} routes are paid per call and answer 402 with their terms first: ${link(index, 'list with prices')}.${selling}</p>`;
}

/** `GET /` for a browser: what this is, how to ask, where everything is. No script, and nothing is fetched for it. */
export function frontPage(pub: Publication): string {
  const { baseUrl, registry } = pub;
  const example = registry.free.find((tool) => tool.name === 'svc_flood_zone') ?? registry.free[0];
  const call = { name: example?.name ?? '<tool>', arguments: example?.examples[0]?.arguments ?? {} };
  const shelves = toolCategories(registry)
    .filter(({ category }) => category !== 'paid')
    .map(
      ({ category, title, tools }) =>
        `<tr><td>${link(`${baseUrl}/tools/list?compact=1&category=${category}`, title)}</td><td>${tools}</td></tr>`,
    );
  const { skill, llms, openapi, api } = documentSurface;
  const documents = [skill, openapi, llms, api].map(({ path, title }) => `<li>${link(baseUrl + path, title)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${serviceTitle}</title>
<meta name="description" content="${safe(serviceDescription)}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${serviceTitle}</h1>
<p class="lead">${safe(serviceDescription)}</p>
<p>It describes properties and places, not people. An empty answer means that the named source returned nothing; not covered means that no source is connected there.</p>
<h2>Connect an assistant</h2>
<p>Over the Model Context Protocol, at <code>${safe(baseUrl)}/mcp</code>:</p>
${code(`claude mcp add --transport http ${serviceName} ${baseUrl}/mcp`)}
<h2>Ask over HTTP</h2>
<p>No account and no key.</p>
${code(`curl -s ${baseUrl}/tools/call \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(call)}'`)}
<h2>Tools</h2>
<p>${registry.free.length} free tools:</p>
<table><thead><tr><th scope="col">Subject</th><th scope="col">Tools</th></tr></thead><tbody>
${shelves.join('\n')}
</tbody></table>
${paidRow(pub)}
<h2>Documents</h2>
<ul>
${documents.join('\n')}
</ul>
<footer>${serviceTitle} ${safe(pub.version)}</footer>
</main>
</body>
</html>
`;
}
