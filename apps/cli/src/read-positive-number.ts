import { InvalidArgumentError } from 'commander'

/** Reads a whole number, at least 1, of an argument or option. @throws {InvalidArgumentError} */
export function readPositiveNumber(written: string): number {
  const number = Number(written)
  if (Number.isSafeInteger(number) && number >= 1) return number
  throw new InvalidArgumentError('It must be a whole number, at least 1.')
}
