/**
 * Probabilities and their logits as integers.
 *
 * A probability is a number below 65,536, in 65,536ths. Its logit, ln(p / (1 - p)), is in 256ths, between -2,047 and
 * 2,047.
 */

/** The largest logit. */
export const maxLogit = 2047

/** `squash[logit + 2048]` is the probability of a logit. */
export const squash = new Int32Array(4096)

/** `stretch[probability >> 4]` is the logit of a probability. */
export const stretch = new Int32Array(4096)

function fillLogisticTables(): void {
  // e^(-x / 256) in 26 bits, each from the previous one: 66,847,244 is e^(-1 / 256).
  let decay = 2 ** 26
  for (let x = 0; x < 2048; x++) {
    const p = Math.min(65535, Math.floor(2 ** 42 / (2 ** 26 + decay)))
    squash[2048 + x] = p
    squash[2048 - x] = 65536 - p
    decay = Math.floor((decay * 66847244) / 2 ** 26)
  }
  squash[0] = squash[1]!
  let at = 0
  for (let x = -maxLogit; x <= maxLogit; x++)
    for (const p = squash[2048 + x]! >> 4; at <= p; at++) stretch[at] = x
  stretch.fill(maxLogit, at)
}

fillLogisticTables()
