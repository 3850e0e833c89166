/** Clauses of model.md. */
import { clausesOf } from './clause.ts'

export const modelClauses = [
  ...clausesOf('model.md#coder', {
    'zeros-follow': ['after the last byte a decoder reads zeros', 'model-zeros-follow'],
  }),
  ...clausesOf('model.md#alphabet', {
    'unit-listed': [
      'a unit that the alphabet lists is written by its rank',
      'raw-chinese raw-english raw-mixed',
    ],
    'unit-of-a-block': ['another one by its block', 'raw-unlisted model-clamps'],
  }),
  ...clausesOf('model.md#the-model', {
    slots: ['contexts that share a slot', 'model-words'],
    'all-numbers': [
      'all numbers of the arithmetic',
      'model-words model-scripts model-languages model-any-blocks',
    ],
    'line-feeds-before': ['line feeds come before the text', 'raw-model raw-one-unit'],
    'line-feeds-no-match': ['which a match never counts', 'model-line-feeds'],
    'contexts-deep': ['contexts of more than four ranks', 'model-deep'],
    'probability-bounds': ['probabilities from 32 to 65,504', 'model-clamps'],
    'logit-bounds': ['logits from −2047 to 2047', 'model-clamps'],
    'counter-counts': ['counts up to 15', 'model-clamps raw-repeated'],
    'match-four': ['a match begins with four ranks', 'raw-repeated'],
    'match-16': ['and counts at most 16', 'model-match'],
    'match-length': ['the length of a match counts up to 15', 'model-clamps'],
    'weight-limit': ['weights up to 2²⁰', 'model-long-match'],
    'low-bits': ['the bits of a unit of a block', 'raw-unlisted model-clamps'],
  }),
  ...clausesOf('model.md#the-end-of-a-text', {
    'end-question': ['the end is asked for with 65536 // (4 + k)', 'raw-model raw-chinese raw-json'],
    'end-fewest': ['the fewest bytes that work', 'raw-address raw-json', 'raw-model-not-canonical'],
    'end-tail': [
      'the fewest bytes of the tail, then zeros',
      'raw-english raw-mixed',
      'raw-model-other-last-byte',
    ],
  }),
  ...clausesOf('model.md#canonical', {
    'units-longest': ['a 20,001st unit is refused', 'raw-model-longest', 'raw-too-long'],
    'no-listed-in-a-block': ['a listed unit within a block is refused', 'raw-listed-by-block'],
    'again-the-same': [
      'other bytes are refused',
      'raw-model-not-canonical raw-model-cut raw-model-other-last-byte',
    ],
  }),
]
