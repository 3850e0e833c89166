type Method = (...parameters: never[]) => unknown
type IsWalk = (...parameters: never[]) => boolean

const changes = new WeakSet<Method>()
const walks = new WeakMap<Method, IsWalk>()

/**
 * Marks methods of a store that change something. SQLite runs them in the thread that writes; all others only read. A
 * method that changes something without the mark fails there.
 */
export function changing<const Methods extends Readonly<Record<string, Method>>>(methods: Methods): Methods {
  for (const method of Object.values(methods)) changes.add(method)
  return methods
}

/** Whether {@link changing} has marked it. */
export function isChange(method: Method): boolean {
  return changes.has(method)
}

/**
 * Marks methods that read a few rows by their keys, or walk an index in order as far as a limit. A server runs them on
 * its event loop; a read without the mark goes to the readers. A test looks at the plans of all that are marked.
 * @param isWalk for which parameters they do; for all by default
 */
export function walking<const Methods extends Readonly<Record<string, Method>>>(
  methods: Methods,
  isWalk: IsWalk = () => true,
): Methods {
  for (const method of Object.values(methods)) walks.set(method, isWalk)
  return methods
}

/** Whether {@link walking} has marked a call of it. */
export function isWalk(method: Method, parameters: readonly unknown[]): boolean {
  return walks.get(method)?.(...(parameters as never[])) ?? false
}
