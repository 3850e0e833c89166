/**
 * Returns a function that remembers its last result, and gives it again as long as every value is the same one
 * (`Object.is`). What is made of a snapshot is made once this way, and goes with it.
 */
export function memoizeLast<Values extends readonly unknown[], Made>(
  make: (...values: Values) => Made,
): (...values: Values) => Made {
  let last: { values: Values; made: Made } | undefined
  return (...values) => {
    if (last === undefined || values.some((value, i) => !Object.is(value, last?.values[i])))
      last = { values, made: make(...values) }
    return last.made
  }
}
