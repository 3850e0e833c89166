/** What the image pages add to the shared look. */
export const pageStyle = `
.picture { margin: 0.25rem 0 0; display: grid; place-items: center; background: var(--sunken); border-radius: var(--round); overflow: hidden; }
.picture a { display: grid; width: 100%; justify-items: center; overflow: hidden; }
.picture img { grid-area: 1 / 1; display: block; max-width: 100%; height: auto; max-height: 78vh; object-fit: contain; }
.picture .placeholder { filter: blur(1rem); }
.about { display: grid; grid-template-columns: minmax(0, 1fr); gap: clamp(1.25rem, 3vw, 2.5rem); padding-block: clamp(1.25rem, 3vw, 2.25rem) 3rem; }
@media (min-width: 56rem) { .about { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.description { white-space: pre-line; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1.25rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
@media (max-width: 17rem) { .facts { grid-template-columns: minmax(0, 1fr); } .facts dt + dd { margin-bottom: 0.4rem; } }
.formats { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 0.9rem; margin-top: 1rem; }
.formats label { display: block; font-size: 0.82rem; color: var(--muted); margin-bottom: 0.25rem; }
.formats .row { display: flex; gap: 0.5rem; }
.formats input {
  flex: 1; min-width: 0; font: 0.88rem var(--mono); padding: 0.5rem 0.7rem; color: inherit;
  background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--round);
}
.formats button[hidden] { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; margin-top: 1.5rem; }
@media print {
  .picture { background: none; }
  .actions, .formats h2, .formats > div:nth-of-type(n + 2) { display: none; }
  .formats input { padding: 0; border: 0; }
}
.grid { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(min(46%, 15rem), 1fr)); padding-block: 1.5rem; list-style: none; margin: 0; padding-inline: 0; }
.grid a { display: block; aspect-ratio: 1; border-radius: var(--round); overflow: hidden; background: var(--sunken); }
.grid img { width: 100%; height: 100%; object-fit: cover; display: block; }
`
