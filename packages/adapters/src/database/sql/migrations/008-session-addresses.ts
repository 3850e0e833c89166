/** From where someone has signed in to an account is read out of an index alone. */
export function sessionAddresses(): string[] {
  return [
    `CREATE INDEX audit_entries_of_sessions ON audit_entries (subject, at_ms, address)
     WHERE action = 'session.begin'`,
  ]
}
