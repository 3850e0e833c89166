import { join } from 'node:path'

export const root = join(import.meta.dir, '../..')

/** A Markdown file of the repository. */
export interface MarkdownDocument {
  /** From the repository's root. */
  path: string
  text: string
}

export interface CodeBlock {
  /** What stands after the opening fence. */
  language: string
  code: string
  /** The nearest heading above, without its marks. */
  heading: string
}

/** Every Markdown file but those of installed packages. */
export async function documents(): Promise<MarkdownDocument[]> {
  const found: MarkdownDocument[] = []
  for await (const path of new Bun.Glob('**/*.md').scan({ cwd: root, dot: true })) {
    if (!path.includes('node_modules/') && !path.startsWith('tmp/')) found.push(await document(path))
  }
  return found.toSorted((a, b) => a.path.localeCompare(b.path))
}

export async function document(path: string): Promise<MarkdownDocument> {
  return { path, text: await Bun.file(join(root, path)).text() }
}

/** The fenced blocks, in their order. */
export function codeBlocks({ text }: MarkdownDocument): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let heading = ''
  let block: CodeBlock | undefined
  for (const line of text.split('\n')) {
    const fence = /^```(.*)$/.exec(line)
    if (fence !== null && block === undefined) block = { language: fence[1] ?? '', code: '', heading }
    else if (fence !== null && block !== undefined) {
      blocks.push(block)
      block = undefined
    } else if (block !== undefined) block.code += `${line}\n`
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
  }
  return blocks
}

/** The text under a heading, up to the next one of the same level or a higher one. */
export function section({ text, path }: MarkdownDocument, heading: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'))
  if (start < 0) throw new Error(`${path} has no section "${heading}"`)
  const level = lines[start]?.indexOf(' ') ?? 0
  const end = lines.findIndex((line, at) => at > start && /^#+ /.test(line) && line.indexOf(' ') <= level)
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}

/** The cells of every table row whose first cell is one word of code, without the backquotes around it. */
export function codeRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| `[^`]+` \|/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([first = '', ...rest]) => [first.replaceAll('`', ''), ...rest])
}

/** Where a document's links lead, but for those to other sites. */
export function localLinks({ text }: MarkdownDocument): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors that a reader gives to a document's headings. */
export function anchors({ text }: MarkdownDocument): Set<string> {
  const headings = [...withoutBlocks(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => heading ?? '')
  return new Set(headings.map(anchorOf))
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '')
