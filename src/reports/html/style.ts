/** Style of the page: one face, one accent, two color schemes, phone from 320 px, paper. Contrast of text at least 4.5 to 1. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--muted:#545c66;--line:#d5dae0;--soft:#f4f6f8;--link:#0b57a4;--mark:#0b57a4;
--covered:#1a6b3c;--empty:#3f5873;--not_wired:#6b4a9b;--unavailable:#a4290f;--not_asked:#6a6152;--notice:#fff6e0;--notice-line:#b97a00}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e7eaee;--muted:#a8b1bc;--line:#363d46;--soft:#1c2127;--link:#8cc1ff;--mark:#8cc1ff;
--covered:#79d3a0;--empty:#a9c3df;--not_wired:#c9aef2;--unavailable:#ff9c85;--not_asked:#cfc4b0;--notice:#2c2411;--notice-line:#d9a441}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:auto;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Source Sans 3",system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere;border-top:5px solid var(--mark)}
.sheet{max-width:62rem;margin:0 auto;padding:1.4rem 1.25rem 4rem}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:2px}
main:focus-visible{outline:0}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
.kind{margin:0;color:var(--mark);font-weight:600;max-width:none}
h1{margin:.1rem 0 .6rem;font-size:clamp(1.6rem,4.2vw,2.25rem);line-height:1.15;font-weight:600;letter-spacing:-.01em;text-wrap:balance}
h2,h3,h4{font-weight:600;line-height:1.25}
h2{margin:2.2rem 0 .6rem;font-size:1.4rem}
main>section:first-child>h2{margin-top:.8rem}
h3{margin:1.6rem 0 .5rem;font-size:1.15rem}
h4{margin:0 0 .4rem;font-size:1rem}
.group{margin-top:3rem;border-top:3px solid var(--mark)}
.group>h2{margin:.7rem 0 0;font-size:1.55rem;color:var(--mark)}
.group>section+section{margin-top:1.6rem;border-top:1px solid var(--line)}
p{margin:.5rem 0;max-width:46rem}
.lead{font-size:1.12rem}.note,.m{color:var(--muted)}
.notice{border-left:5px solid var(--notice-line);background:var(--notice);padding:.7rem 1rem;max-width:none}
.meta{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 .9rem;font-size:.94rem}
.meta dt{color:var(--muted)}.meta dd{margin:0}
.paper-address{display:none}
nav{margin-top:2rem;border:1px solid var(--line);border-radius:6px;padding:.9rem 1.1rem;background:var(--soft)}
nav h2{margin:0 0 .4rem;font-size:1rem}
nav ul{list-style:none;margin:0;padding:0;max-width:none}nav>ul{columns:3;column-gap:2rem}nav li{padding:.08rem 0}nav>ul>li{break-inside:avoid}nav li ul{padding:0 0 .35rem .9rem;font-size:.94rem}
nav a{text-decoration:none}nav a:hover{text-decoration:underline}nav li:has(>ul)>a{font-weight:600}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.9rem;margin:1rem 0}.pair.n1{grid-template-columns:1fr}
.side{border:1px solid var(--line);border-top:4px solid var(--mark);border-radius:5px;padding:.7rem .95rem .8rem;background:var(--soft)}
.located .drawing{align-self:start}
.side h3,.side h4{margin:0 0 .35rem;font-size:1.05rem}
.side ul{list-style:none;margin:0;padding:0}.side li{padding:.12rem 0}.side li+li{border-top:1px solid var(--line)}
li{padding:.1rem 0}ol,ul{max-width:46rem;padding-left:1.3rem}ol>li{padding:.3rem 0 .3rem .2rem}ol>li::marker{font-weight:600;color:var(--mark)}
table{width:100%;border-collapse:collapse;margin:.8rem 0 1.3rem;font-size:.95rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 .35rem}
caption.quiet,caption .quiet{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.source{display:block;font-weight:400;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th{border-bottom:2px solid var(--line);color:var(--muted);font-weight:600;font-size:.88rem}
tbody{border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--line)}
td[rowspan]{font-size:.9rem}
time{white-space:nowrap}
strong{font-weight:600}
q{quotes:"\\201c" "\\201d";font-style:normal;unicode-bidi:isolate;border-bottom:1px dotted var(--muted)}
code{font:.86em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;word-break:break-all}
.s{font-weight:600}.s-covered{color:var(--covered)}.s-empty{color:var(--empty)}.s-not_wired{color:var(--not_wired)}.s-unavailable{color:var(--unavailable)}.s-not_asked{color:var(--not_asked)}
.small{font-size:.9rem}ul.small,ol.small{max-width:none}@media (min-width:60rem){ul.small,ol.small{columns:2;column-gap:2.5rem}.small li{break-inside:avoid}.pair.n3{grid-template-columns:repeat(3,1fr)}.pair.n4{grid-template-columns:repeat(2,1fr)}
.located,.pair.n3.located{grid-template-columns:1fr 1fr 1.15fr;grid-template-rows:auto 1fr}.located .side{grid-row:1/span 2}.located .side:nth-child(3){grid-row:1}}
details{margin:.75rem 0}summary{cursor:pointer;color:var(--link);font-weight:600}
figure{margin:1rem 0}figure img{display:block;width:100%;height:auto;border:1px solid var(--line);background:var(--soft)}
.drawing>svg{display:block;width:100%;height:auto}.slide{position:relative;max-width:36rem;container-type:inline-size}.slide>.over{position:absolute;inset:0 auto 0 0;width:50%;min-width:1.2rem;max-width:100%;overflow:hidden;resize:horizontal;border-right:3px solid var(--mark)}.slide>.over>svg{display:block;width:100cqw;height:auto}@media (pointer:coarse){details:has(.slide){display:none}}.picture{max-width:46rem}.picture.half{max-width:30rem}.halves{display:grid;grid-template-columns:1fr 1fr;gap:1.1rem;align-items:start}
figcaption{margin-top:.5rem;font-size:.92rem}
footer{margin-top:3rem;padding-top:.8rem;border-top:3px solid var(--mark);color:var(--muted);font-size:.9rem}
@media screen and (min-width:86rem){.sheet{margin-left:max(18rem,calc(50vw - 31rem))}nav{position:fixed;top:1.4rem;left:max(1rem,calc(50vw - 46rem));width:15rem;max-height:calc(100vh - 2.8rem);overflow:auto;margin:0;font-size:.9rem}nav>ul{columns:1}}
@media (max-width:40rem){
.sheet{padding:.9rem 1rem 3rem}nav>ul{columns:1}.pair,.halves{grid-template-columns:1fr}.pair{gap:.7rem}.group{margin-top:2.2rem}
section:has(>.located)>h2{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.located{gap:.5rem;margin-top:.5rem;font-size:.875rem;line-height:1.35}.located .side{border-top-width:3px;padding:.35rem .7rem .4rem}.located .side h3{margin:0 0 .1rem;font-size:.95rem}.located .side li{padding:.06rem 0}.located p{margin:0}
table,caption,tbody{display:block}thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
tbody{display:flex;flex-direction:column;padding:.55rem 0}tbody tr{display:contents}
th,td,tbody tr+tr>*{display:block;padding:.1rem 0;border:0}tbody th{color:var(--muted)}.wide tbody th{color:var(--ink);font-weight:600}tbody tr+tr>th{margin-top:.55rem;padding-top:.55rem;border-top:1px solid var(--line)}
td[rowspan]{order:1;margin-top:.4rem}
.two:not(.wide) tbody{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);column-gap:.9rem}.two td[rowspan]{grid-column:1/-1}.two:not(.wide) tbody tr+tr>th{margin:0;padding-top:.1rem;border:0}
table.grid{display:table;font-size:.75rem;table-layout:fixed}.grid caption{display:table-caption}.grid thead{display:table-header-group;position:static;clip-path:none;width:auto;height:auto;overflow:visible;white-space:normal}
.grid tbody{display:table-row-group}.grid tbody tr{display:table-row}.grid th,.grid td,.grid tbody tr+tr>*{display:table-cell;padding:.35rem .3rem .35rem 0;margin:0}.grid thead th{overflow-wrap:normal;font-size:.62rem;line-height:1.2;vertical-align:bottom}.grid tbody th{color:var(--ink);overflow-wrap:break-word;hyphens:auto}.grid tbody tr+tr>*{border-top:1px solid var(--line)}
[data-l]::before{content:attr(data-l) ": ";color:var(--muted);font-size:.88rem;font-weight:400}
}
@page{margin:15mm 14mm}
@media print{
:root{--paper:#fff;--ink:#000;--muted:#444;--line:#bbb;--soft:#fff;--link:#000;--mark:#0b57a4;--notice:#fff;--covered:#000;--empty:#000;--not_wired:#000;--unavailable:#000;--not_asked:#000}
html{font-size:8.5pt}body{font-size:8.5pt;line-height:1.3;border-top:0}.sheet{max-width:none;margin:0;padding:0}.skip{display:none}
header{display:flow-root}
.paper-address{display:block;float:right;width:26mm;margin:0 0 2mm 5mm}.paper-address svg{display:block;width:26mm;height:26mm}.paper-address p{margin:1mm 0 0;font-size:6pt;line-height:1.15}
h1{font-size:17pt;margin-bottom:.4rem}h2{margin-top:.9rem;font-size:12pt}h3{margin-top:.7rem;font-size:10.5pt}.group{margin-top:1.1rem;border-top-width:1.5pt}.group>h2{font-size:13pt}.group>section+section{margin-top:.6rem}
table{margin:.4rem 0 .7rem}th,td{padding-top:.15rem;padding-bottom:.15rem}.lead{font-size:9.5pt}
h2,h3,h4,caption,thead,summary,.lead{break-after:avoid}p,li{orphans:3;widows:3}tr,figure,.side,.notice{break-inside:avoid}li{break-inside:auto}
thead{display:table-header-group}tbody:first-of-type{break-before:avoid}nav,details:not([open]){display:none}a{text-decoration:none}td a[href^="http"]{text-decoration:underline}
.pair{gap:3mm}.pair.n3{grid-template-columns:repeat(3,1fr)}.side{padding:1.5mm 2mm}.halves{grid-template-columns:1fr 1fr}ul.small{columns:2;column-gap:6mm}
figure img{max-height:88mm;width:auto;max-width:100%}
}
`.trim();
