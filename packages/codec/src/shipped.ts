import type { Charset } from './charset.ts'
import type { Preset } from './scheme.ts'

/** Built-in character sets; the first is the default. */
export const shippedCharsets: readonly Charset[] = [
  { id: 'roar', name: 'Roar', symbols: ['嗷', '呜', '啊', '~'] },
  { id: 'meow', name: 'Meow', symbols: ['喵', '呜', '啊', '~'] },
  { id: 'woof', name: 'Woof', symbols: ['汪', '嗷', '呜', '~'] },
  { id: 'digits', name: 'Digits', symbols: ['0', '1', '2', '3'] },
  { id: 'letters', name: 'Letters', symbols: ['a', 'b', 'c', 'd'] },
  { id: 'dots', name: 'Dots', symbols: ['.', ':', '…', '·'] },
  { id: 'cats', name: 'Cats', symbols: ['😺', '😸', '😻', '😼'] },
  { id: 'chime', name: 'Chime', symbols: ['叮', '咚', '嘟', '锵'] },
  { id: 'kitten', name: 'Kitten', symbols: ['喵', '嗷', '呜', '~'] },
]

/** Built-in presets; the first is the default. */
export const shippedPresets: readonly Preset[] = [
  { id: 'classic', name: 'Classic', scheme: { kind: 'classic' } },
  { id: 'compact', name: 'Compact', scheme: { kind: 'frame', type: 'RAW' } },
  { id: 'keyperm', name: 'Keyed permutation', scheme: { kind: 'frame', type: 'KEYPERM' } },
  { id: 'streamxor', name: 'Stream XOR', scheme: { kind: 'frame', type: 'STREAMXOR' } },
  { id: 'vigenere', name: 'Vigenère', scheme: { kind: 'frame', type: 'VIGENERE' } },
  { id: 'rc4', name: 'RC4', scheme: { kind: 'frame', type: 'RC4' } },
  { id: 'aesgcm', name: 'AES-256-GCM', scheme: { kind: 'frame', type: 'AESGCM', cost: 'normal' } },
  {
    id: 'aesgcm-strong',
    name: 'AES-256-GCM, strong',
    scheme: { kind: 'frame', type: 'AESGCM', cost: 'strong' },
  },
]
