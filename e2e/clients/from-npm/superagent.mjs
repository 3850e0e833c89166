import superagent from 'superagent'

const [address, key, path, title, name] = process.argv.slice(2)
const answer = await superagent
  .post(address)
  .auth(key, { type: 'bearer' })
  .field('categoryId', 'general')
  .field('title', title)
  .attach('file', path, { filename: name })
  .ok(() => true)
console.log(answer.status, answer.text)
