import { ConfigurationError, readConfiguration } from '../src/configuration.ts'

/** What is wrong with a configuration, a sentence each. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfiguration(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}
