import { keepStatements } from '../sql/engine.ts'

/** The statement with `$1`, `$2` … for each `?`. */
export const numberPlaceholders = keepStatements((text) => {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
})
