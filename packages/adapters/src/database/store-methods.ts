import type { SiteDatabase } from '@pictoglyph/core'

/** The parts of a database that have methods of their own. */
export type StoreName = {
  [Name in keyof SiteDatabase]: SiteDatabase[Name] extends (...parameters: never[]) => unknown ? never : Name
}[keyof SiteDatabase]

/** A method of a store, or of the database itself, by its name. */
export interface MethodCall {
  store: StoreName | 'database'
  method: string
  parameters: readonly unknown[]
}

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>

/** What the method gives or throws. @throws {TypeError} where there is no such method */
export async function callMethod(
  database: SiteDatabase,
  { store, method, parameters }: MethodCall,
): Promise<unknown> {
  const methods = (store === 'database' ? database : database[store]) as unknown as Methods
  if (methods[method] === undefined) throw new TypeError(`There is no ${store}.${method} to call.`)
  return methods[method](...parameters)
}
