/** Styles of the playground, in addition to the shared ones. */
export const playgroundStyle = `
[hidden] { display: none !important; }
main > h1 { margin-top: clamp(0.5rem, 3vw, 2rem); }
.lead { max-width: 46rem; margin: 0.4rem 0 1.5rem; }
.settings { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.9rem 1.25rem; align-items: end; }
.setting { display: grid; gap: 0.3rem; min-width: 0; }
.setting > span:first-child, .setting > label:first-child, .pane header label { font-size: 0.85rem; font-weight: 500; color: var(--muted); }
.setting.local { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; grid-column: 1 / -1; font-size: 0.92rem; }
select, input[type="password"], input[type="text"], textarea {
  width: 100%; font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--line-strong); border-radius: var(--round);
}
select, input[type="password"], input[type="text"] { min-height: 2.75rem; padding: 0.4rem 0.75rem; }
select {
  appearance: none; padding-inline-end: 2.2rem; text-overflow: ellipsis; cursor: pointer;
  background-image: linear-gradient(45deg, transparent 50%, var(--muted) 50%), linear-gradient(-45deg, transparent 50%, var(--muted) 50%);
  background-position: right 1.2rem center, right 0.85rem center; background-size: 0.36rem 0.36rem; background-repeat: no-repeat;
}
select:disabled { opacity: 0.6; cursor: default; }
.key { grid-column: 1 / -1; max-width: 34rem; }
.key-field { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.key-field input { flex: 1 1 12rem; width: auto; }
.key-field .button { padding-inline: 0.8rem; white-space: nowrap; }
.key-field .button[aria-pressed="true"] { color: var(--accent); border-color: var(--accent); }
.switch { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; cursor: pointer; }
.switch > span { font-size: 1rem; font-weight: 500; color: var(--ink); }
.switch input {
  appearance: none; flex: none; width: 2.6rem; height: 1.5rem; margin: 0; border-radius: 1rem; cursor: pointer;
  background: var(--line-strong) radial-gradient(circle, var(--raised) 0 0.52rem, transparent 0.56rem) -0.55rem 50% / 100% 100% no-repeat;
}
.switch input:checked { background-color: var(--accent); background-position-x: 0.55rem; }
.panes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; margin-top: 0.6rem; }
.pane { display: flex; flex-direction: column; min-width: 0; }
.pane header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; margin-bottom: 0.3rem; }
.count { font-size: 0.82rem; font-variant-numeric: tabular-nums; }
.count.over { color: var(--bad); font-weight: 600; }
textarea { flex: 1; min-height: clamp(10rem, 34vh, 22rem); padding: 0.9rem 1rem; line-height: 1.65; resize: vertical; }
.pane.cipher textarea { overflow-wrap: anywhere; word-break: break-all; }
textarea[data-doubted] { color: var(--muted); font-style: italic; border: 1px dashed var(--bad); }
textarea::placeholder { color: var(--muted); opacity: 0.8; }
.pane footer { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; }
.status { min-height: 1.6rem; margin: 1.1rem 0 0; color: var(--muted); }
.worth { grid-column: 2; margin: -0.4rem 0 0; font-size: 0.85rem; min-height: 1.6em; }
.tilde-note { grid-column: 1 / -1; margin: -0.4rem 0 0; font-size: 0.85rem; }
.plain-form { display: grid; gap: 1rem; margin-bottom: 2rem; }
.plain-form label { display: grid; gap: 0.3rem; font-size: 0.85rem; font-weight: 500; color: var(--muted); }
.plain-form :is(textarea, select, input) { font-size: 1rem; font-weight: 400; }
.status[data-tone="good"] { color: var(--accent); }
.status[data-tone="warn"] { color: var(--warn); }
.status[data-tone="bad"] { color: var(--bad); }
.from-program { margin: 1.5rem 0 3rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
@media (max-width: 44rem) {
  .panes { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  textarea { min-height: 9rem; }
  .worth { grid-column: 1 / -1; margin-top: -0.3rem; }
}
@media (max-width: 26rem) { .settings { gap: 0.9rem 0.75rem; } }
@media (prefers-reduced-motion: no-preference) { .switch input { transition: background-position 0.15s, background-color 0.15s; } }
/* What is drawn with grounds is not seen where the system forces its colours. */
@media (forced-colors: active) { select, .switch input { appearance: auto; } }
@media (scripting: none) { .playground { display: none; } }
`
