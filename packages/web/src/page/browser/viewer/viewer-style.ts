/** The viewer's look: dark in any theme, which suits pictures best. */
export const viewerStyle = `
* { box-sizing: border-box; }
dialog { position: fixed; inset: 0; width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; background: #0b0c0d; color: #eceeee; overflow: hidden; color-scheme: dark; }
dialog[open] { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; }
dialog::backdrop { background: #0b0c0d; }
header { grid-column: 1 / -1; display: flex; align-items: center; gap: 0.25rem; min-width: 0; min-height: 3.5rem; padding: 0.4rem 0.75rem 0.4rem 1.25rem; z-index: 2; }
h2 { min-width: 0; margin: 0; font-size: 0.95rem; font-weight: 550; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
h2:has(input) { flex: 1; }
h2 input { width: 100%; height: 2.4rem; padding: 0 0.6rem; border: 1px solid #7d868a; border-radius: 8px; background: #17191a; color: inherit; font: inherit; }
.edit svg { width: 1.05rem; height: 1.05rem; }
.place { flex: none; color: #a3abae; font-size: 0.85rem; font-variant-numeric: tabular-nums; margin-inline: 0.5rem auto; white-space: nowrap; }
.acts { display: flex; align-items: center; gap: 0.25rem; }
button, a { display: inline-grid; grid-auto-flow: column; place-items: center; gap: 0.45rem; min-width: 2.6rem; height: 2.6rem; padding: 0 0.6rem; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit; font-size: 0.87rem; text-decoration: none; cursor: pointer; white-space: nowrap; }
button:hover, a:hover, button[aria-pressed="true"], button[aria-expanded="true"] { background: #ffffff1f; }
:focus-visible { outline: 2px solid #fff; outline-offset: -2px; }
svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.label { display: none; }
.split { display: inline-flex; margin-inline-end: 0.5rem; border-radius: 8px; background: #ffffff1a; }
.split .copy { padding-inline: 0.85rem 0.6rem; border-start-end-radius: 0; border-end-end-radius: 0; font-weight: 550; }
.split .down { min-width: 2.2rem; padding: 0; border-inline-start: 1px solid #0b0c0d; border-start-start-radius: 0; border-end-start-radius: 0; }
.split .down svg { width: 1rem; height: 1rem; }
.middle { position: relative; min-width: 0; min-height: 0; overflow: hidden; }
.stage { position: absolute; inset: 0; overflow: hidden; touch-action: none; user-select: none; }
.stage.close { cursor: grab; }
.stage.close:active { cursor: grabbing; }
.picture { position: absolute; inset: 0; will-change: transform; container-type: size; }
.picture img { position: absolute; inset: 0; margin: auto; }
.picture .see-through { background: repeating-conic-gradient(#35393b 0 25%, #2a2d2f 0 50%) 0 0 / 16px 16px; }
dialog:focus-visible { outline: none; }
.step { position: absolute; inset-block: 0; width: 4.5rem; height: auto; margin: auto 0; padding: 0; border-radius: 0; opacity: 0.75; z-index: 1; }
.step:hover { background: none; opacity: 1; }
.step svg { width: 2.6rem; height: 2.6rem; padding: 0.55rem; border-radius: 50%; background: #0009; }
.step.previous { inset-inline-start: 0; } .step.next { inset-inline-end: 0; }
.step[hidden], .panel[hidden] { display: none; }
.pill { position: absolute; inset-block-end: 1rem; inset-inline: 0; width: fit-content; margin-inline: auto; display: flex; padding: 2px; border-radius: 2rem; background: #1b1e20e6; box-shadow: 0 2px 12px #0008; opacity: 0.85; z-index: 1; }
.pill:hover, .pill:focus-within { opacity: 1; }
.pill button { min-width: 2.25rem; height: 2.25rem; padding: 0 0.4rem; border-radius: 2rem; }
.pill svg { width: 1.05rem; height: 1.05rem; }
.pill .percent { min-width: 3.6rem; font-variant-numeric: tabular-nums; }
.panel { width: min(22rem, 100vw); padding: 0.25rem 1.25rem 1.5rem; overflow-y: auto; border-inline-start: 1px solid #ffffff1a; font-size: 0.9rem; }
.panel h3 { margin: 0.5rem 0 0.75rem; font-size: 1rem; }
.panel dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0; margin: 0; }
.panel dl > div { padding-block: 0.35rem; }
.panel dt { color: #a3abae; font-size: 0.82rem; } .panel dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.panel .privacy { display: flex; gap: 0.5rem; margin: 0 0 1rem; }
.panel .privacy svg { flex: none; }
.panel a { display: inline; padding: 0; text-decoration: underline; text-underline-offset: 0.2em; white-space: normal; }
[popover] { color: #eceeee; background: #26292b; border: 1px solid #ffffff26; border-radius: 12px; box-shadow: 0 8px 32px #000a; }
.menu { inset: var(--menu-top, 4rem) var(--menu-end, 1rem) auto auto; margin: 0; padding: 0.35rem; min-width: 15rem; max-height: 80vh; overflow-y: auto; }
.menu button { display: flex; justify-content: start; width: 100%; padding-inline: 0.7rem; }
.menu button svg { opacity: 0.75; }
.menu [aria-checked="true"] { font-weight: 650; }
.menu [aria-checked="true"]::after { content: "✓"; margin-inline-start: auto; padding-inline-start: 1rem; }
.keys-card { width: min(24rem, 92vw); padding: 1.1rem 1.4rem 1.25rem; font-size: 0.92rem; }
.keys-card::backdrop { background: #0006; }
.keys-card h3 { margin: 0 0 0.6rem; font-size: 1rem; }
.keys-card dl { margin: 0; }
.keys-card dl > div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.3rem; }
.keys-card dd { display: flex; gap: 0.3rem; margin: 0; }
kbd { min-width: 1.75rem; padding: 0.1rem 0.45rem; border: 1px solid #ffffff40; border-radius: 5px; background: #17191a; font: inherit; font-size: 0.82rem; text-align: center; }
.toast { position: absolute; inset-block-end: 4.5rem; inset-inline: 0; width: fit-content; max-width: 90vw; margin: 0 auto; padding: 0.6rem 1rem; border-radius: 8px; background: #26292b; box-shadow: 0 4px 24px #000a; font-size: 0.9rem; z-index: 3; }
.toast:empty { display: none; }
.toast button { display: inline; height: auto; min-height: 1.5rem; margin-inline-start: 0.75rem; text-decoration: underline; text-underline-offset: 0.2em; }
@media (max-width: 47.99rem) {
  dialog[open] { grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr); }
  header { padding: 0.25rem 0.5rem 0.25rem 0.25rem; gap: 0; }
  header .close { order: -1; }
  header button { min-width: 3rem; height: 3rem; }
  header .keys, .pill, .step, .can-change .open, .full { display: none; }
  .place { margin-inline: auto 0.5rem; padding-inline-start: 0.5rem; }
  .panel { width: auto; max-height: 45vh; border-inline-start: 0; border-block-start: 1px solid #ffffff1a; }
  .acts { position: absolute; inset: auto 0 0; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0; padding: 0.25rem 0.25rem calc(0.25rem + env(safe-area-inset-bottom)); background: #131516; border-block-start: 1px solid #ffffff1a; }
  dialog { padding-block-end: calc(3.6rem + env(safe-area-inset-bottom)); }
  .split { display: contents; }
  .acts button, .acts a { grid-auto-flow: row; align-content: center; gap: 0.15rem; min-width: 3rem; width: 100%; height: 3rem; padding: 0; border-radius: 8px; }
  .acts .formats { border: 0; }
  .acts .formats svg, .acts svg { width: 1.3rem; height: 1.3rem; }
  .label { display: block; max-width: 100%; overflow: hidden; text-overflow: ellipsis; font-size: 0.7rem; font-weight: 400; line-height: 1.2; }
  .edit .label, .close .label { display: none; }
  .menu { inset: auto 0 0; width: auto; max-width: none; padding-block-end: calc(0.35rem + env(safe-area-inset-bottom)); border-radius: 16px 16px 0 0; }
  .menu::backdrop { background: #0008; }
  .menu button { height: 3rem; }
}
`
