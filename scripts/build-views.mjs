// what runs in a browser: the answer as one file for hosts of MCP Apps, and style and script of the page at /
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** @param {string} entry */
async function bundled(entry, loader = 'js') {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/view', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['es2022', 'chrome109', 'safari16', 'firefox115'],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
    // the page carries its type face as the reports do
    loader: { '.woff2': 'dataurl' },
    ...(loader === 'css' && { format: undefined }),
  });
  return (outputFiles[0]?.text ?? '').trim();
}

async function fromService() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'view-exports.ts')],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const exported = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  return /** @type {{ readonly palettePageStyle: string; readonly iconSvg: string }} */ (exported);
}

/**
 * The icon as the picture that hosts of bundles show.
 * @param {string} path
 */
export async function buildIcon(path) {
  const { iconSvg } = await fromService();
  const image = await renderAsync(iconSvg, { fitTo: { mode: 'width', value: 512 } });
  writeFileSync(path, image.asPng());
}

// inside a script element nothing may end it
const inScript = (/** @type {string} */ text) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

const answerPage = (/** @type {string} */ style, /** @type {string} */ script) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Place records: an answer</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 class="heard">An answer from the public record</h1>
<div id="answer"></div>
</main>
<script>${inScript(script)}</script>
</body>
</html>
`;

/**
 * Builds the views into a folder; each file is written aside and renamed, so that a reader never sees half of one.
 * @param {string} outdir
 */
export async function buildViews(outdir) {
  const [ownStyle, pageStyle, app, explorer, { palettePageStyle }] = await Promise.all([
    bundled('style.css', 'css'),
    bundled('explorer.css', 'css'),
    bundled('app.ts'),
    bundled('explorer.ts'),
    fromService(),
  ]);
  const style = `${ownStyle}\n${palettePageStyle}`;
  mkdirSync(outdir, { recursive: true });
  const files = {
    'answer.html': answerPage(style, app),
    'explorer.css': `${style}\n${pageStyle}`,
    'explorer.js': inScript(explorer),
  };
  for (const [name, text] of Object.entries(files)) {
    const aside = join(outdir, `.${name}.${process.pid}`);
    writeFileSync(aside, text);
    renameSync(aside, join(outdir, name));
  }
  return Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

if (process.argv[1] === import.meta.filename) {
  const bytes = await buildViews(join(process.argv[2] ?? root, 'dist/views'));
  console.error(`dist/views: ${Math.round(bytes / 1024)} kB`);
}
