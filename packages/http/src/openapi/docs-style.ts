/** What the page of an API's description adds to the shared look. */
export const docsStyle = `
.lead { max-width: 46rem; margin-bottom: 2rem; }
.contents { margin: 0 0 2.5rem; padding: 0; list-style: none; display: grid; gap: 0.35rem; }
.contents a { display: flex; flex-wrap: wrap; gap: 0.2rem 0.75rem; align-items: baseline; text-decoration: none; color: inherit; padding: 0.15rem 0; }
.contents a:hover code { text-decoration: underline; }
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
.required { color: var(--accent); font-size: 0.82rem; white-space: nowrap; }
.status { font: 600 0.95rem var(--mono); margin-inline-end: 0.6rem; }
details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
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
