/* Asks each service 1,000 times, one after the other, and prints the slowest answers in milliseconds. */
interface Urls {
  images: string
  text: string
  console: string
}

const times = 1_000
const urls = JSON.parse(process.argv[2] ?? '') as Urls
const body = JSON.stringify({ text: 'What others wait for', charsetId: 'roar', algorithmId: 'classic' })

const asked = [
  () => fetch(`${urls.images}/livez`),
  () => fetch(`${urls.text}/livez`),
  () => fetch(`${urls.console}/livez`),
  () =>
    fetch(`${urls.text}/api/public/encrypt`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
]
const slowest = asked.map(() => 0)
for (let turn = -20; turn < times; turn += 1) {
  for (const [index, ask] of asked.entries()) {
    const beganAtMs = performance.now()
    const answer = await ask()
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    if (turn >= 0) slowest[index] = Math.max(slowest[index] ?? 0, performance.now() - beganAtMs)
  }
}
console.log(JSON.stringify(slowest))
