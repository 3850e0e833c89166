import { resolve } from 'node:path'

/** The path in `sqlite:PATH` or `file:PATH`, relative or absolute, also in the form `file:///PATH`. */
export function pathOf(url: string): string {
  return resolve(url.replace(/^[a-z]+:/, '').replace(/^\/\/(?=\/)/, ''))
}
