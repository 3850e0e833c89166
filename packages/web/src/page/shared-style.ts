import tokens from './tokens.css' with { type: 'text' }

/**
 * The look of every public page. It uses the custom properties of `tokens.css`, like the console: system fonts, one
 * accent, light and dark by the system or the visitor's choice.
 *
 * Classes: `.wide` and `.narrow` (columns), `.muted`, `.button` and `.button.quiet`, `.card`, `.visually-hidden`,
 * `.masthead`, and plain elements of running text.
 */
export const sharedStyle = `${tokens}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
h1, h2, h3 { font-weight: 650; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; overflow-wrap: anywhere; margin: 0; }
h1 { font-size: clamp(1.55rem, 1.2rem + 1.6vw, 2.1rem); }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.02rem; }
p { margin: 0.75em 0; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
code, pre, kbd { font-family: var(--mono); font-size: 0.88em; }
code { background: var(--sunken); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--sunken); border-radius: var(--round); padding: 0.9rem 1rem; overflow-x: auto; line-height: 1.5; margin: 0.75rem 0; }
pre code { background: none; padding: 0; font-size: 1em; }
table { border-collapse: collapse; width: 100%; font-size: 0.94rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.9rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 500; font-size: 0.82rem; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.wide, .narrow { width: 100%; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.wide { max-width: 72rem; }
.narrow { max-width: 46rem; }
.muted { color: var(--muted); }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: calc(var(--round) + 2px); box-shadow: var(--shadow); padding: clamp(1rem, 3vw, 1.5rem); }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.4em; min-height: 2.5rem;
  padding: 0.4rem 1rem; font: inherit; font-weight: 550; line-height: 1.2; cursor: pointer; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--round);
}
.button:hover { background: color-mix(in oklab, var(--accent), var(--ink) 14%); }
.button:disabled { cursor: default; opacity: 0.45; }
.button.quiet { color: var(--ink); background: var(--raised); border-color: var(--line-strong); }
.button.quiet:hover { border-color: var(--ink); }
.masthead { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1.25rem; padding-block: 1rem; font-size: 0.94rem; }
.brand { display: inline-flex; align-items: center; gap: 0.55rem; margin-inline-end: auto; color: var(--ink); font-weight: 680; font-size: 1.05rem; letter-spacing: -0.01em; text-decoration: none; }
.mark { flex: none; fill: var(--accent); }
.mark .stroke { fill: none; stroke: var(--accent); stroke-width: 2.6; stroke-linecap: round; }
.masthead nav, .masthead .choices { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.1rem; }
/* Until all of it has come, it would move. */
.masthead:not(:has(~ *)) .choices { visibility: hidden; }
.masthead nav a, .choices .language { color: var(--muted); text-decoration: none; padding-block: 0.2rem; }
.masthead nav a:hover, .choices .language:hover { color: var(--ink); text-decoration: underline; }
.theme { display: inline-flex; margin: 0; padding: 2px; list-style: none; border: 1px solid var(--line); border-radius: 2rem; background: var(--raised); }
.theme a { display: grid; place-items: center; width: 1.75rem; height: 1.5rem; border-radius: 2rem; color: var(--muted); }
.theme a:hover { color: var(--ink); }
.theme a[aria-current] { color: var(--ink); background: var(--sunken); }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.site-foot { padding-block: 2rem; font-size: 0.88rem; }
.site-foot nav { display: flex; flex-wrap: wrap; gap: 0.4rem 1.25rem; }
.site-foot a { color: var(--muted); }
@media (max-width: 30rem) { .masthead { gap: 0.35rem 0.9rem; } .masthead nav { order: 1; flex-basis: 100%; } }
@media print { body { background: none; } .masthead nav, .choices, .button { display: none; } }
`
