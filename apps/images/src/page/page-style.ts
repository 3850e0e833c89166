/** Styles of the image pages, in addition to the shared ones. */
export const pageStyle = `
/* Picture, title and Copy stand on the first screen. */
.picture { margin: 0.25rem 0 0; display: grid; place-items: center; background: var(--sunken); border-radius: var(--round); min-height: 8rem; overflow: hidden; }
.picture a { display: grid; width: 100%; justify-items: center; overflow: hidden; }
.picture img { grid-area: 1 / 1; display: block; max-width: 100%; height: auto; max-height: max(40svh, 100svh - 25.5rem); object-fit: contain; }
.picture .see-through { background: var(--checks); }
.picture .placeholder { filter: blur(1rem); }
.about { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.9rem clamp(1.25rem, 3vw, 2.5rem); padding-block: 0.9rem 3rem; }
@media (min-width: 56rem) {
  .about { grid-template: "title formats" auto "known formats" 1fr / minmax(0, 1fr) minmax(0, 1fr); padding-block-start: 1.5rem; }
  .picture img { max-height: max(45svh, 100svh - 20.5rem); }
  .about h1 { grid-area: title; } .formats { grid-area: formats; } .known { grid-area: known; }
}
.whole-title { display: none; font-weight: 550; }
@media (max-width: 40rem) {
  .about h1 { font-size: 1.25rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .whole-title { display: block; }
  .formats h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .formats .copy-tabs span { padding-inline: 0.25rem; font-size: 0.78rem; }
}
.privacy { display: flex; gap: 0.6rem; margin: 0 0 1rem; padding: 0.7rem 0.9rem; border-radius: var(--round); background: var(--accent-soft); font-size: 0.94rem; line-height: 1.45; }
.privacy .icon-shape { margin-top: 0.08rem; color: var(--accent); }
.number { margin: 0.25rem 0 0; }
.album-ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin-bottom: 0.75rem; }
.album-ways > :first-child { margin-inline-end: auto; min-width: 0; max-width: 100%; }
.album-ways [dir] { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.description { white-space: pre-line; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1.25rem; margin: 1rem 0 0; }
.facts:first-child { margin-top: 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
@media (max-width: 17rem) { .facts { grid-template-columns: minmax(0, 1fr); } .facts dt + dd { margin-bottom: 0.4rem; } }
.formats { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 0.75rem; }
.copy-panel { display: grid; gap: 0.7rem; }
.copy-tabs { display: flex; flex-wrap: wrap; margin: 0; padding: 0; min-width: 0; border: 1px solid var(--line-strong); border-radius: var(--round); background: var(--sunken); }
.copy-tabs label { position: relative; flex: 1 1 auto; }
.copy-tabs input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.copy-tabs span { display: block; padding: 0.4rem 0.6rem; border-radius: calc(var(--round) - 1px); font-size: 0.86rem; text-align: center; }
.copy-tabs :checked + span { background: var(--raised); box-shadow: 0 0 0 1px currentColor; font-weight: 600; }
.copy-tabs :focus-visible + span { outline: 2px solid currentColor; outline-offset: 2px; }
.copy-value { display: none; gap: 0.6rem; }
.copy-panel:has([value="link"]:checked) .link, .copy-panel:has([value="markdown"]:checked) .markdown, .copy-panel:has([value="html"]:checked) .html, .copy-panel:has([value="bbcode"]:checked) .bbcode, .copy-panel:has([value="thumbnail"]:checked) .thumbnail { display: grid; }
.copy-panel:has([name="copy-linked"]:checked) .copy-value:not(.linked), .copy-panel:not(:has([name="copy-linked"]:checked)) .copy-value.linked { display: none; }
.copy-value input {
  min-width: 0; width: 100%; font: 0.88rem var(--mono); padding: 0.6rem 0.7rem; color: inherit;
  background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--round);
}
.copy-value button { justify-content: center; min-height: 2.75rem; font-size: 1rem; }
.copy-value button[hidden] { display: none; }
.copy-linked { display: flex; align-items: center; gap: 0.5rem; min-height: 1.5rem; font-size: 0.9rem; }
.qr summary { width: fit-content; min-height: 1.5rem; color: var(--muted); font-size: 0.9rem; cursor: pointer; }
.qr-code { display: block; width: 11rem; margin-top: 0.5rem; border-radius: 6px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; margin-top: 1.5rem; }
@media print {
  .picture { background: none; }
  .actions, .formats h2, .copy-tabs, .copy-linked, .copy-value button, .qr { display: none; }
  .copy-value input { padding: 0; border: 0; }
}
`
