/** Style of the page: system fonts, two color schemes, phone from 320 px, paper. Contrast of text at least 4.5 to 1. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--muted:#545c66;--line:#d5dae0;--soft:#f4f6f8;--link:#0b57a4;--mark:#0b57a4;
--covered:#1a6b3c;--empty:#3f5873;--not_wired:#6b4a9b;--unavailable:#a4290f;--not_asked:#6a6152;--notice:#fff6e0;--notice-line:#b97a00}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e7eaee;--muted:#a8b1bc;--line:#363d46;--soft:#1c2127;--link:#8cc1ff;--mark:#8cc1ff;
--covered:#79d3a0;--empty:#a9c3df;--not_wired:#c9aef2;--unavailable:#ff9c85;--not_asked:#cfc4b0;--notice:#2c2411;--notice-line:#d9a441}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:auto}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
.sheet{max-width:62rem;margin:0 auto;padding:2rem 1.25rem 4rem}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
.kind{margin:0;color:var(--muted);font-weight:600;letter-spacing:.02em}
h1{margin:.1rem 0 1rem;font-size:clamp(1.55rem,4.5vw,2.3rem);line-height:1.18;font-weight:700;text-wrap:balance}
h2{margin:3rem 0 .75rem;padding-top:.9rem;border-top:2px solid var(--ink);font-size:1.35rem;line-height:1.25}
h3{margin:0 0 .5rem;font-size:1.05rem}
p{margin:.5rem 0;max-width:46rem}
.lead{font-size:1.1rem}.note,.muted{color:var(--muted)}
.notice{border-left:5px solid var(--notice-line);background:var(--notice);padding:.7rem 1rem;max-width:none}
.meta{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0 0 1.25rem}
.meta dt{color:var(--muted)}.meta dd{margin:0}
nav{margin-top:2rem;border:1px solid var(--line);border-radius:6px;padding:.9rem 1.1rem;background:var(--soft)}
nav h2{margin:0 0 .4rem;padding:0;border:0;font-size:1rem}
nav ol{columns:2;column-gap:2rem;margin:0;padding-left:1.4rem}nav li{break-inside:avoid;padding:.1rem 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:1.25rem 0}
.side{border:1px solid var(--line);border-top:5px solid var(--ink);border-radius:6px;padding:.9rem 1.1rem;background:var(--soft)}
.side ul{margin:0;padding-left:1.15rem}
li{padding:.12rem 0}ol,ul{max-width:46rem}
table{width:100%;border-collapse:collapse;margin:1rem 0 1.5rem;font-size:.94rem;line-height:1.45}
caption{text-align:left;font-weight:600;padding:0 0 .4rem}
caption.quiet{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.source{display:block;font-weight:400;font-size:.88rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th{border-bottom:2px solid var(--line);color:var(--muted);font-weight:600;font-size:.86rem}
tbody{border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--line)}
td.shared{font-size:.88rem}
time{white-space:nowrap}.l{display:block}.l+.l{margin-top:.1rem}
strong{font-weight:650}
q{quotes:"\\201c" "\\201d";font-style:normal;unicode-bidi:isolate;border-bottom:1px dotted var(--muted)}
code{font:.86em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;word-break:break-all}
.s{font-weight:650}.s-covered{color:var(--covered)}.s-empty{color:var(--empty)}.s-not_wired{color:var(--not_wired)}.s-unavailable{color:var(--unavailable)}.s-not_asked{color:var(--not_asked)}
.small{font-size:.88rem}ul.small,ol.small{max-width:none}@media (min-width:60rem){ul.small,ol.small{columns:2;column-gap:2.5rem}.small li{break-inside:avoid}}
details{margin:.75rem 0}summary{cursor:pointer;color:var(--link);font-weight:600}
figure{margin:1rem 0}figure img{display:block;width:100%;height:auto;border:1px solid var(--line);background:var(--soft)}
figcaption{margin-top:.6rem;font-size:.92rem}
.picture.full{max-width:46rem}.picture>svg{display:block;width:100%;height:auto}.picture.half{display:inline-block;vertical-align:top;width:calc(50% - 1rem);margin:.6rem .75rem .6rem 0}
footer{margin-top:3rem;padding-top:1rem;border-top:2px solid var(--ink);color:var(--muted);font-size:.9rem}
@media (max-width:40rem){
.sheet{padding:1.1rem 1rem 3rem}nav ol{columns:1}.pair{grid-template-columns:1fr}.meta{grid-template-columns:1fr;gap:0}.meta dd{margin-bottom:.4rem}
table,caption,tbody{display:block}thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
tbody{display:flex;flex-direction:column;padding:.55rem 0}tbody tr{display:contents}
th,td,tbody tr+tr>*{display:block;padding:.1rem 0;border:0}tbody th{color:var(--muted)}.wide tbody th{color:var(--ink);font-weight:650}tbody tr+tr>th{margin-top:.55rem;padding-top:.55rem;border-top:1px solid var(--line)}
td.shared{order:1;margin-top:.4rem}
.picture.half{display:block;width:100%;margin-right:0}
table.grid{display:table;font-size:.75rem;table-layout:fixed}.grid caption{display:table-caption}.grid thead{display:table-header-group;position:static;clip-path:none;width:auto;height:auto;overflow:visible;white-space:normal}
.grid tbody{display:table-row-group}.grid tbody tr{display:table-row}.grid th,.grid td,.grid tbody tr+tr>*{display:table-cell;padding:.35rem .3rem .35rem 0;margin:0}.grid thead th{font-size:.66rem;line-height:1.2;vertical-align:bottom}.grid tbody th{color:var(--ink);overflow-wrap:break-word;hyphens:auto}.grid tbody tr+tr>*{border-top:1px solid var(--line)}
[data-label]::before{content:attr(data-label) ": ";color:var(--muted);font-size:.85rem;font-weight:400}
}
@page{margin:16mm 15mm}
@media print{
:root{--paper:#fff;--ink:#000;--muted:#444;--line:#bbb;--soft:#fff;--link:#000;--mark:#000;--notice:#fff;--covered:#000;--empty:#000;--not_wired:#000;--unavailable:#000;--not_asked:#000}
html{font-size:9pt}body{font-size:9pt;line-height:1.35}.sheet{max-width:none;padding:0}.skip{display:none}
h1{font-size:17pt;margin-bottom:.5rem}h2{margin-top:1.1rem;padding-top:.5rem;font-size:12pt}table{margin:.6rem 0 .9rem}th,td{padding-top:.25rem;padding-bottom:.25rem}h2,h3,caption,thead{break-after:avoid}p{orphans:3;widows:3}tr,figure,.side,.notice,li{break-inside:avoid}
thead{display:table-header-group}tbody:first-of-type{break-before:avoid}nav{display:none}a{text-decoration:none}td a[href^="http"]{text-decoration:underline}
.picture.half{width:calc(50% - 1rem)!important;display:inline-block!important}
figure img{max-height:95mm;width:auto;max-width:100%}
}
`.trim();
