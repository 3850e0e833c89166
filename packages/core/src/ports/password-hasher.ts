/** Slow password hashing (argon2id). Runs off the main thread. */
export interface PasswordHasher {
  /** A PHC string that holds its own parameters and salt. */
  hash(password: string): Promise<string>
  /** False for a wrong password and for a hash that can't be read. */
  verify(password: string, hash: string): Promise<boolean>
}
