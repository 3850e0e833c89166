/**
 * The look that every page shares: system fonts, one accent, light and dark by the reader's setting.
 *
 * A page builds on these custom properties: `--paper` and `--raised` (grounds), `--ink` and `--muted` (text),
 * `--line` (rules), `--edge` (around what can be pressed or filled in), `--accent` and `--on-accent`, `--good` and
 * `--bad`, `--serif`, `--sans`, `--mono`, `--round` (corner radius). Ready-made: `.wide` and `.narrow` (columns),
 * `.muted`, `.button` and `.button.quiet`, `.card`, `.visually-hidden`, `.masthead`, and plain elements as they stand
 * in a text.
 */
export const sharedStyle = `
:root {
  color-scheme: light dark;
  --paper: #faf8f4; --raised: #fffefb; --ink: #211e1a; --muted: #6a635a; --line: #e3ddd2; --edge: #8f877a;
  --accent: #a5342b; --on-accent: #fffaf7; --good: #2f6b46; --bad: #a5342b; --code: #f3efe7;
  --sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  --serif: ui-serif, "Iowan Old Style", "Songti SC", "Noto Serif CJK SC", Georgia, serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --round: 10px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171512; --raised: #1f1c19; --ink: #ece7de; --muted: #a39a8d; --line: #38332d; --edge: #776f64;
    --accent: #ef8d7f; --on-accent: #2a0d09; --good: #86c79f; --bad: #ef8d7f; --code: #26221e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; margin: 0; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); letter-spacing: -0.01em; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1.05rem; }
p { margin: 0.75em 0; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
code, pre, kbd { font-family: var(--mono); font-size: 0.88em; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--code); border-radius: var(--round); padding: 0.9rem 1rem; overflow-x: auto; line-height: 1.5; margin: 0.75rem 0; }
pre code { background: none; padding: 0; font-size: 1em; }
table { border-collapse: collapse; width: 100%; font-size: 0.94rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.9rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 500; font-size: 0.82rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.wide, .narrow { width: 100%; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.wide { max-width: 72rem; }
.narrow { max-width: 46rem; }
.muted { color: var(--muted); }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: var(--round); padding: clamp(1rem, 3vw, 1.5rem); }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.4em; min-height: 2.5rem;
  padding: 0.4rem 1rem; font: inherit; font-weight: 500; line-height: 1.2; cursor: pointer; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--round);
}
.button:hover { filter: brightness(1.08); }
.button:disabled { cursor: default; opacity: 0.45; filter: none; }
.button.quiet { color: var(--ink); background: transparent; border-color: var(--edge); }
.button.quiet:hover { border-color: var(--ink); filter: none; }
.masthead { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; padding-block: 1.1rem; }
.masthead .brand { font: 600 1.1rem/1.3 var(--serif); color: inherit; text-decoration: none; margin-inline-end: auto; }
.masthead nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.masthead nav a { color: var(--muted); text-decoration: none; }
.masthead nav a:hover { color: var(--accent); text-decoration: underline; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) { .button { transition: border-color 0.15s, filter 0.15s; } }
@media print { body { background: none; } nav, .button { display: none; } }
`
