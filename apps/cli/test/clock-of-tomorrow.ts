/** Loaded before the command: the clock of the machine is ahead by a day, and right again after SIGUSR2. */
const ofMachine = Date.now
let aheadMs = 24 * 60 * 60 * 1_000

Date.now = () => ofMachine() + aheadMs
process.once('SIGUSR2', () => {
  aheadMs = 0
})
