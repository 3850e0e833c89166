/**
 * What a bare handler does at best: it parses the body and answers a constant, the answer given in a file. To a
 * short text and to a cipher as text ready to send; to a long text through `Response.json`. Prints its address.
 */
const [shortFile, longFile, decryptFile] = process.argv.slice(2)

const read = (path: string | undefined) => Bun.file(path ?? '').text()
const short = await read(shortFile)
const long: unknown = JSON.parse(await read(longFile))
const decrypted = await read(decryptFile)
const asJson = { headers: { 'Content-Type': 'application/json' } }

const { url } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/short': {
      POST: async (request) => {
        await request.json()
        return new Response(short, asJson)
      },
    },
    '/long': {
      POST: async (request) => {
        await request.json()
        return Response.json(long)
      },
    },
    '/decrypt': {
      POST: async (request) => {
        await request.json()
        return new Response(decrypted, asJson)
      },
    },
  },
})
console.log(url.href)
