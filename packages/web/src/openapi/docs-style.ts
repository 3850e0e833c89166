/** The styles of the description's page, in addition to the shared look. */
export const docsStyle = `
.lead { max-width: 46rem; margin-bottom: 2rem; }
.docs { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; padding-top: 0.75rem; }
.contents h2 { font-size: 0.82rem; font-weight: 550; letter-spacing: 0; color: var(--muted); }
.contents ul { margin: 0.4rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.1rem; }
.contents a { display: block; padding: 0.3rem 0.6rem; margin-inline: -0.6rem; border-radius: 6px; font-size: 0.9rem; line-height: 1.35; color: var(--ink); text-decoration: none; }
.contents a:hover { background: var(--sunken); }
.contents .route { display: flex; gap: 0.4rem; align-items: baseline; color: var(--muted); }
.contents .method { min-width: 0; font-size: 0.66rem; color: var(--muted); }
.contents .path { font-size: 0.74rem; }
@media (max-width: 59.99rem) {
  .contents h2, .contents details:not([open]) + ul { display: none; }
  .contents summary { font-weight: 550; }
}
@media (min-width: 60rem) {
  .contents details { display: none; }
  .docs { grid-template-columns: 14rem minmax(0, 1fr); }
  .contents { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; padding-inline: 0.6rem; }
}
.examples { border: 1px solid var(--line); border-radius: var(--round); padding-inline: 0.9rem; }
details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
.examples details, .examples details:last-of-type { border: 0; }
.examples details + details, .examples details + details:last-of-type { border-top: 1px solid var(--line); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre .copy { float: inline-end; margin: -0.3rem -0.4rem 0.4rem 0.8rem; min-height: 1.9rem; padding: 0.2rem 0.7rem; font-size: 0.82rem; }
.method { font: 600 0.76rem/1.6 var(--mono); letter-spacing: 0.04em; color: var(--accent); min-width: 3.4rem; }
.path { font-size: 0.95rem; background: none; padding: 0; overflow-wrap: anywhere; }
.operation { margin-bottom: 2rem; scroll-margin-top: 1rem; }
.operation > header { margin-bottom: 0.75rem; }
.operation > header .route { display: flex; flex-wrap: wrap; gap: 0.2rem 0.75rem; align-items: baseline; margin: 0.35rem 0 0; }
.operation h3 { margin: 1.75rem 0 0.4rem; }
.operation h4 { margin: 1.1rem 0 0.3rem; font-size: 0.9rem; font-weight: 600; }
.prose { max-width: 46rem; }
.table { overflow-x: auto; }
.table table { min-width: 34rem; }
.table td:first-child code { background: none; padding: 0; }
.table .prose p { margin-block: 0 0.4rem; }
.table .prose p:last-child { margin-bottom: 0; }
.table .type { white-space: nowrap; }
.required { color: var(--accent); font-size: 0.82rem; white-space: nowrap; }
.status { font: 600 0.95rem var(--mono); margin-inline-end: 0.6rem; }
summary { cursor: pointer; padding: 0.6rem 0; }
summary::marker { color: var(--muted); }
details > div { padding-bottom: 1rem; }
.page-foot { padding-block: 2rem 3rem; font-size: 0.9rem; }
/* Where three columns have no room, the cells of a row stand one under the other. */
@media (max-width: 40rem) {
  .table table { min-width: 0; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table :is(table, tbody, tr, td) { display: block; }
  .table tr { padding-block: 0.55rem; border-bottom: 1px solid var(--line); }
  .table td { padding: 0.1rem 0; border: 0; overflow-wrap: anywhere; }
}
`
