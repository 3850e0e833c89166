/** The viewer's look: dark in any scheme, as pictures are seen best. */
export const viewerStyle = `
* { box-sizing: border-box; }
dialog { position: fixed; inset: 0; width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; background: #0b0c0d; color: #eceeee; overflow: hidden; color-scheme: dark; }
dialog[open] { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; }
dialog::backdrop { background: #0b0c0d; }
header { grid-column: 1 / -1; display: flex; align-items: center; gap: 0.25rem; min-height: 3.5rem; padding: 0.4rem 0.75rem 0.4rem 1.25rem; z-index: 2; }
h2 { flex: 1; min-width: 0; margin: 0; font: 550 0.95rem/1.3 inherit; font-size: 0.95rem; font-weight: 550; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.place { color: #a3abae; font-size: 0.85rem; font-variant-numeric: tabular-nums; margin-inline-end: 0.5rem; white-space: nowrap; }
button, a { display: inline-grid; grid-auto-flow: column; place-items: center; gap: 0.45rem; min-width: 2.6rem; height: 2.6rem; padding: 0 0.6rem; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit; font-size: 0.87rem; text-decoration: none; cursor: pointer; white-space: nowrap; }
button:hover, a:hover, button[aria-pressed="true"] { background: #ffffff1f; }
:focus-visible { outline: 2px solid #fff; outline-offset: -2px; }
svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.stage { position: relative; display: grid; place-items: center; min-width: 0; min-height: 0; overflow: hidden; touch-action: none; cursor: zoom-in; user-select: none; }
.stage.close { cursor: grab; }
.stage.close:active { cursor: grabbing; }
.picture { position: absolute; inset: 0; will-change: transform; }
.picture img { position: absolute; inset: 0; width: 100%; height: calc(100% - 0.75rem); margin: auto; object-fit: contain; }
dialog:focus-visible { outline: none; }
.step { position: absolute; inset-block: 0; width: 4.5rem; height: auto; margin: auto 0; padding: 0; border-radius: 0; opacity: 0.75; z-index: 1; }
.step:hover { background: none; opacity: 1; }
.step svg { width: 2.6rem; height: 2.6rem; padding: 0.55rem; border-radius: 50%; background: #0009; }
.step.previous { inset-inline-start: 0; } .step.next { inset-inline-end: 0; }
.step[hidden], .panel[hidden] { display: none; }
.panel { width: min(22rem, 100vw); padding: 0.25rem 1.25rem 1.5rem; overflow-y: auto; border-inline-start: 1px solid #ffffff1a; font-size: 0.9rem; }
.panel h3 { margin: 0.5rem 0 0.75rem; font-size: 1rem; }
.panel dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0; margin: 0; }
.panel dl > div { padding-block: 0.35rem; }
.panel dt { color: #a3abae; font-size: 0.82rem; } .panel dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.panel a { display: inline; padding: 0; text-decoration: underline; text-underline-offset: 0.2em; white-space: normal; }
.toast { position: absolute; inset-block-end: 1.25rem; inset-inline: 0; justify-self: center; width: fit-content; max-width: 90vw; margin-inline: auto; padding: 0.6rem 1rem; border-radius: 8px; background: #26292b; box-shadow: 0 4px 24px #000a; font-size: 0.9rem; z-index: 3; }
.toast:empty { display: none; }
.label { display: none; }
@media (min-width: 48rem) { .label { display: inline; } }
@media (max-width: 47.99rem) {
  dialog[open] { grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); }
  header { padding-inline-start: 0.75rem; gap: 0; }
  .panel { width: auto; max-height: 45vh; border-inline-start: 0; border-block-start: 1px solid #ffffff1a; }
  .step { display: none; }
  header button, header a { min-width: 2.4rem; padding: 0 0.35rem; }
}
`
