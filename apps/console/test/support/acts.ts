/** What a person does to reach something: presses, fields written with the Enter that sends them, files given. */
export class Acts {
  count = 0

  /** Does one of them. */
  async do(act: () => Promise<unknown>): Promise<void> {
    this.count++
    await act()
  }
}
