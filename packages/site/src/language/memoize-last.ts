/**
 * Returns a function that caches its last result as long as all arguments are the same (`Object.is`). With a snapshot
 * as argument, the result is computed once per snapshot.
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
