import { areConfusable } from '@pictoglyph/codec/charset'
import { type StoredProblem, storedProblem } from '../language/stored-problem.ts'
import type { Charset } from './charset.ts'
import type { Preset } from './preset.ts'

/** Parts offered to clients, and problems of stored parts that can't be offered. */
interface OfferedParts<Part> {
  parts: readonly Part[]
  problems: readonly StoredProblem[]
}

/**
 * The character sets offered to clients, without unreadable ones. If a cipher could belong to either of two sets, the
 * later one is not offered.
 */
export function offeredCharsets(charsets: readonly Charset[]): OfferedParts<Charset> {
  const enabled: Charset[] = []
  const problems: StoredProblem[] = []
  // The default comes first, so that it wins against a similar set.
  for (const charset of charsets.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))) {
    if (!charset.enabled) continue
    const { symbols, unreadable } = charset
    const twin = enabled.find((other) => areConfusable(other.symbols, symbols))
    const problem = unreadable ?? (twin && `${symbols.join('')}, which ${twin.id} has too`)
    if (problem === undefined) enabled.push(charset)
    else problems.push(problemOf('character set', charset, problem))
  }
  const ids = new Set(enabled.map(({ id }) => id))
  return { parts: withDefault(charsets.map((one) => ({ ...one, enabled: ids.has(one.id) }))), problems }
}

/** The presets offered to clients, without those whose algorithm this version lacks. */
export function offeredPresets(presets: readonly Preset[]): OfferedParts<Preset> {
  const problems = presets.flatMap((preset) =>
    preset.enabled && preset.unreadable !== undefined ? problemOf('preset', preset, preset.unreadable) : [],
  )
  const parts = presets.map((one) => ({ ...one, enabled: one.enabled && one.unreadable === undefined }))
  return { parts: withDefault(parts), problems }
}

/** Makes the first offered part the default, if the default is not offered. */
function withDefault<Part extends Pick<Charset, 'id' | 'enabled' | 'isDefault'>>(
  parts: readonly Part[],
): readonly Part[] {
  const first =
    parts.find(({ isDefault, enabled }) => isDefault && enabled) ?? parts.find(({ enabled }) => enabled)
  return parts.map((part) => ({ ...part, isDefault: part.id === first?.id }))
}

function problemOf(
  kind: 'character set' | 'preset',
  { id, isDefault }: Pick<Charset, 'id' | 'isDefault'>,
  stored: string,
): StoredProblem {
  const command = kind === 'preset' ? 'preset' : 'charset'
  const first = isDefault ? `pictoglyph ${command} default ANOTHER, then ` : ''
  return storedProblem({
    kind,
    name: id,
    stored,
    inForce: 'it is off',
    repair: `${first}pictoglyph ${command} disable ${id}`,
  })
}
