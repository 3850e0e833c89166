import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { readAnswer } from '../answers.ts'
import type { TextSite } from '../text-site.ts'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

/** Waits until a field has a value, or any value. */
const filled = (page: Page, id: string, value?: string) =>
  page.waitForFunction(
    ([id, value]) => {
      const { value: now } = document.getElementById(id ?? '') as HTMLTextAreaElement
      return value === undefined ? now !== '' : now === value
    },
    [id, value] as const,
  )

const says = (page: Page, words: string) => page.locator('#status', { hasText: words }).waitFor()

/** Encodes a text on the page. */
async function cipherOf(page: Page, text: string): Promise<string> {
  await page.fill('#text', text)
  await says(page, 'Encoded')
  return await page.inputValue('#cipher')
}

const inDigits = (cipher: string) => cipher.replace(/./gu, (symbol) => String('嗷呜啊~'.indexOf(symbol)))
const classicHello = '~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷~嗷啊嗷啊呜嗷嗷呜~~嗷~呜呜嗷啊~嗷嗷嗷呜啊嗷嗷啊啊'

playgroundTest(
  'what is typed is encoded live, and a pasted cipher is read',
  {},
  async ({ page, complaints }) => {
    await page.fill('#text', 'Hello')
    await filled(page, 'cipher', classicHello)
    await says(page, 'Encoded: Roar, Classic')
    expect(await page.textContent('#text-count')).toBe('5 / 20,000')
    await page.selectOption('#charset', 'digits')
    await filled(page, 'cipher', inDigits(classicHello))
    await page.click('#clear-cipher')
    await filled(page, 'text', '')
    await page.fill('#cipher', `${classicHello.slice(0, 20)}\n ${classicHello.slice(20)}`)
    await filled(page, 'text', 'Hello')
    await says(page, 'Decoded: Roar, RAW')
    expect(complaints).toEqual([])
  },
)

playgroundTest('both lists are those of the options, the defaults chosen', {}, async ({ page, site }) => {
  await page.locator('#charset:enabled').waitFor()
  const valuesOf = (id: string) =>
    page.$$eval(`#${id} option`, (options) => options.map((option) => (option as HTMLOptionElement).value))
  const { data } = await readAnswer(await fetch(`${site.url}/api/public/options`))
  expect(await valuesOf('charset')).toEqual(data.charsets.map(({ id }) => id))
  expect(await valuesOf('preset')).toEqual(data.algorithms.map(({ id }) => id))
  expect([await page.inputValue('#charset'), await page.inputValue('#preset')]).toEqual(['roar', 'classic'])
})

playgroundTest('a key is asked for when the preset or the cipher needs one', {}, async ({ page }) => {
  expect(await page.isVisible('#key')).toBe(false)
  await page.fill('#text', 'secret')
  await filled(page, 'cipher')
  await page.selectOption('#preset', 'streamxor')
  await says(page, 'needs a key')
  await page.fill('#key', 'sesame')
  await says(page, 'Encoded: Roar, Stream XOR')
  const cipher = await page.inputValue('#cipher')

  await page.reload()
  await page.locator('#charset:enabled').waitFor()
  await page.fill('#cipher', cipher)
  await says(page, 'Enter the key')
  expect(await page.inputValue('#text')).toBe('')
  await page.fill('#key', 'wrong')
  await says(page, 'The key is not the one')
  await page.fill('#key', 'sesame')
  await filled(page, 'text', 'secret')
  await page.click('#show-key')
  expect(await page.getAttribute('#key', 'type')).toBe('text')
})

playgroundTest('in this browser only, nothing leaves the page', {}, async ({ page, site, complaints }) => {
  await page.locator('#charset:enabled').waitFor()
  await page.check('#local')
  const left: string[] = []
  await page.route('**', async (route) => {
    left.push(route.request().url())
    await route.abort()
  })
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await says(page, 'in this browser')
  for (const preset of ['compact', 'keyperm', 'streamxor', 'vigenere', 'rc4', 'aesgcm']) {
    await page.fill('#text', `by ${preset}, 本地 😺`)
    await page.selectOption('#preset', preset)
    if (preset !== 'compact') await page.fill('#key', `key of ${preset}`)
    if (preset === 'aesgcm') await page.press('#key', 'Enter')
    await page.locator('#status[data-tone="good"]', { hasText: 'Encoded' }).waitFor()
    const cipher = await page.inputValue('#cipher')
    const served = await site.post('/api/public/decrypt', { cipher, key: `key of ${preset}` })
    expect((await readAnswer(served)).data.text).toBe(`by ${preset}, 本地 😺`)
    await page.fill('#cipher', `${cipher} `)
    await says(page, 'Decoded')
    await filled(page, 'text', `by ${preset}, 本地 😺`)
  }
  await page.fill('#cipher', '嗷呜')
  await says(page, 'not a cipher that can be read')
  expect(left).toEqual([])
  expect(complaints).toEqual([])
})

playgroundTest('a cipher that could not be read stays when a list is changed', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  await page.fill('#cipher', '嗷呜')
  await says(page, 'not a cipher that can be read')
  for (const [list, choice] of [
    ['#preset', 'compact'],
    ['#charset', 'digits'],
  ] as const) {
    const answered = page.waitForResponse('**/api/public/*')
    await page.selectOption(list, choice)
    expect((await answered).url()).toEndWith('/decrypt')
    expect(await page.inputValue('#cipher')).toBe('嗷呜')
  }
})

playgroundTest('a cipher that is there before the lists are is read once they come', {}, async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/public/options', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await page.fill('#cipher', classicHello)
  held.resolve()
  await filled(page, 'text', 'Hello')
  expect(await page.inputValue('#cipher')).toBe(classicHello)
})

playgroundTest('the copy button copies, and says so', {}, async ({ page }) => {
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await page.click('#copy-cipher')
  await page.locator('#copy-cipher', { hasText: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(classicHello)
})

playgroundTest('the copy button reads as before in the end, pressed twice too', {}, async ({ page }) => {
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await page.click('#copy-cipher')
  await page.locator('#copy-cipher', { hasText: 'Copied' }).waitFor()
  await page.click('#copy-cipher')
  await page.locator('#copy-cipher', { hasText: /^\s*Copy\s+Cipher\s*$/ }).waitFor()
})

playgroundTest('the copy button copies where pages have no clipboard', {}, async ({ page, complaints }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.reload()
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await page.click('#copy-cipher')
  await page.locator('#copy-cipher', { hasText: 'Copied' }).waitFor()
  await page.fill('#text', '')
  await page.focus('#text')
  await page.keyboard.press('Control+V')
  expect(await page.inputValue('#text')).toBe(classicHello)
  expect(complaints).toEqual([])
})

playgroundTest('too long a text is told before it is sent', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.fill('#text', 'a'.repeat(20_001))
  await says(page, 'at most 20,000')
  expect(sent).toEqual([])
})

const limitedToTwo = {
  prepare: (site: TextSite) => site.setPolicy('text.requestsPerMinute', '2'),
}
playgroundTest(
  'once the limit is used up, the page works by itself and sends nothing',
  limitedToTwo,
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    for (const text of ['Hello', 'Hello you', 'Hello again']) {
      await page.fill('#text', text)
      await says(page, 'Encoded')
      await page.fill('#text', '')
      await page.waitForFunction(() => document.querySelector('#status')?.textContent === '')
    }
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.fill('#text', 'Hello once more')
    await says(page, 'in this browser')
    expect(sent).toEqual([])
  },
)

playgroundTest('where the service is gone, the page works by itself', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  await page.route('**', (route) => route.abort())
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await says(page, 'in this browser')
})

playgroundTest(
  'in Chinese, on a phone, by keyboard',
  { locale: 'zh-CN', viewport: { width: 360, height: 740 } },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    expect(await page.textContent('h1')).toBe('四个符号，说尽一切')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.focus('#charset')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    expect(await page.isChecked('#local')).toBe(true)
    for (let field = 0; field < 3; field++) await page.keyboard.press('Tab')
    await page.keyboard.type('你好')
    await filled(page, 'cipher')
    await says(page, '已编码')
    await page.click('text=English')
    expect(await page.textContent('h1')).toBe('Four symbols say everything')
  },
)

playgroundTest('the key is blamed only for what is a cipher with a key', {}, async ({ page, site }) => {
  const compact = { text: 'Hello', charsetId: 'roar', algorithmId: 'compact' }
  const { data } = await readAnswer(await site.post('/api/public/encrypt', compact))
  await page.locator('#charset:enabled').waitFor()
  await page.selectOption('#preset', 'aesgcm')
  await page.fill('#key', 'sesame')
  await page.fill('#cipher', 'hello')
  await says(page, 'not a cipher that can be read')
  const symbols = [...(data.cipher ?? '')]
  const [fifth = '', sixth = ''] = symbols.slice(12, 14)
  symbols[12] = fifth === sixth ? (fifth === '~' ? '嗷' : '~') : sixth
  await page.fill('#cipher', symbols.join(''))
  await says(page, 'The cipher is damaged')
})

playgroundTest('what a preset is worth stands with its name and below', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  const chosen = () => page.locator('#preset option:checked').textContent()
  expect([await chosen(), await page.textContent('#worth')]).toEqual([
    'Classic · fun',
    'For fun: whoever knows the format reads it.',
  ])
  await page.selectOption('#preset', 'aesgcm')
  expect(await page.textContent('#worth')).toContain('Secret')
  await page.click('#language')
  expect([await chosen(), await page.textContent('#worth')]).toEqual([
    'AES-256-GCM · 保密',
    '保密：只要密钥猜不出，没有密钥就读不了。长度会透露文字的大致长短，每级约十二个汉字。',
  ])
})

playgroundTest('choices are kept for the next visit, a text and a key are not', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  await page.selectOption('#charset', 'digits')
  await page.selectOption('#preset', 'streamxor')
  await page.check('#local')
  await page.fill('#key', 'sesame')
  await page.fill('#text', 'my secret')
  await says(page, 'Encoded')
  await page.reload()
  await page.locator('#charset:enabled').waitFor()
  expect(await page.inputValue('#charset')).toBe('digits')
  expect(await page.inputValue('#preset')).toBe('streamxor')
  expect(await page.isChecked('#local')).toBe(true)
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('sesame')
  expect(kept).not.toContain('my secret')
})

playgroundTest('what came out is taken in, and back', {}, async ({ page }) => {
  await page.fill('#text', 'Hello')
  await filled(page, 'cipher', classicHello)
  await page.click('#swap')
  await filled(page, 'text', classicHello)
  await page.waitForFunction((once) => {
    const { value } = document.querySelector('#cipher') as HTMLTextAreaElement
    return value.length > once
  }, classicHello.length)
})

playgroundTest(
  'a link carries the cipher, and nothing else, in what is not sent',
  {},
  async ({ page, site }) => {
    await page.fill('#text', 'Hello')
    await filled(page, 'cipher', classicHello)
    await page.click('#link-cipher')
    await page.locator('#link-cipher', { hasText: 'Copied' }).waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect([link.origin + link.pathname, link.search]).toEqual([`${site.url}/`, ''])
    expect([...new URLSearchParams(link.hash.slice(1)).keys()]).toEqual(['c'])
    expect(link.hash.length).toBeLessThan(40)
    await page.goto('about:blank')
    await page.goto(link.href)
    await filled(page, 'text', 'Hello')
    expect(await page.inputValue('#cipher')).toBe(classicHello)
  },
)

playgroundTest('a file is opened, and what is there is saved', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  const file = (bytes: Buffer) => ({ name: 'note.txt', mimeType: 'text/plain', buffer: bytes })
  await page.setInputFiles('#file-cipher', file(Buffer.from(classicHello)))
  await filled(page, 'text', 'Hello')
  const saved = page.waitForEvent('download')
  await page.click('#save-text')
  const download = await saved
  expect(download.suggestedFilename()).toBe('text.txt')
  expect(await Bun.file(await download.path()).text()).toBe('Hello')
  await page.setInputFiles('#file-text', file(Buffer.from([0xff, 0xfe, 0x00])))
  await says(page, 'holds no text in UTF-8')
  expect(await page.inputValue('#text')).toBe('Hello')
})

playgroundTest(
  'without a script, a form encodes and decodes, and never shows the key again',
  { javaScriptEnabled: false, locale: 'zh-CN' },
  async ({ page, site }) => {
    expect(await page.isVisible('#text')).toBe(false)
    await page.fill('[name="text"]', '你好\n世界')
    await page.selectOption('[name="algorithmId"]', 'streamxor')
    await page.fill('[name="key"]', 'sesame')
    await page.click('button[value="encrypt"]')
    await page.locator('.status', { hasText: '已编码：咆哮，流异或' }).waitFor()
    expect(await page.inputValue('[name="key"]')).toBe('')
    const cipher = await page.inputValue('[name="cipher"]')
    await page.fill('[name="text"]', '')
    await page.click('button[value="decrypt"]')
    await page.locator('.status', { hasText: '请输入密钥' }).waitFor()
    await page.fill('[name="key"]', 'sesame')
    await page.click('button[value="decrypt"]')
    await page.locator('.status', { hasText: '已解码' }).waitFor()
    expect(await page.inputValue('[name="text"]')).toBe('你好\n世界')
    const served = await site.post('/api/public/decrypt', { cipher, key: 'sesame' })
    expect((await readAnswer(served)).data.text).toBe('你好\n世界')
    // Otherwise the previous cipher's text would pass for the next one's.
    await page.fill('[name="cipher"]', '嗷呜')
    await page.click('button[value="decrypt"]')
    await page.locator('.status[data-tone="bad"]', { hasText: '无法解读' }).waitFor()
    expect(await page.inputValue('[name="cipher"]')).toBe('嗷呜')
    expect(await page.inputValue('[name="text"]')).toBe('')
    await page.fill('[name="text"]', 'x'.repeat(20_001))
    await page.click('button[value="encrypt"]')
    await page.locator('.status[data-tone="bad"]').waitFor()
    expect(await page.inputValue('[name="cipher"]')).toBe('')
  },
)

playgroundTest(
  'a doubted body is shown only as what may be a part of another cipher',
  {},
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    const body = Array.from(await cipherOf(page, '在吗'))
      .slice(3, -1)
      .join('')
    for (const isLocal of [false, true]) {
      await page.setChecked('#local', isLocal)
      await page.fill('#cipher', body)
      await says(page, 'may be a part of another cipher')
      await page.locator('#status[data-tone="bad"]', { hasText: 'shown all the same' }).waitFor()
      expect(await page.inputValue('#text')).toBe('在吗')
      expect(await page.locator('#text[data-doubted]').count()).toBe(1)
      await page.fill('#cipher', '0000000000000000')
      await filled(page, 'text', '')
      await page.fill('#cipher', classicHello)
      await filled(page, 'text', 'Hello')
      expect(await page.locator('#text[data-doubted]').count()).toBe(0)
    }
  },
)

const markedDown = '~呜嗷呜嗷~呜~呜啊啊嗷嗷呜啊嗷呜嗷啊嗷~~啊嗷嗷嗷嗷啊嗷啊啊啊~啊呜啊'
const long = '今晚八点老地方见，记得带上你的书和我的伞，外面可能要下雨了呢'

playgroundTest(
  'a doubtful text is amber with the likeliest reason, and so is a cipher with something beside it',
  {},
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    const amber = page.locator('#status[data-tone="warn"]')
    for (const isLocal of [false, true]) {
      await page.setChecked('#local', isLocal)
      await page.fill('#cipher', markedDown)
      await filled(page, 'text', '䲷솻땥췚')
      await amber.filter({ hasText: 'the chat may have taken ~~. Ask for it as code.' }).waitFor()
      await page.fill('#cipher', `${classicHello}~`)
      await filled(page, 'text', 'Hello')
      await amber.filter({ hasText: 'left out: of the cipher’s own symbols 1 after it' }).waitFor()
      await page.fill('#cipher', classicHello)
      await page.locator('#status[data-tone="good"]').waitFor()
    }
  },
)

playgroundTest('the beginning of a cut cipher is shown as what it is', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  const cipher = await cipherOf(page, long)
  await page.fill('#cipher', cipher.slice(0, 103))
  await says(page, 'The end of the cipher is missing. Copy all of it. Shown is the beginning: 12 characters.')
  expect(await page.inputValue('#text')).toBe(long.slice(0, 12))
  await page.fill('#cipher', cipher.slice(0, 100) + cipher.slice(103))
  await says(page, `of about ${long.length} characters.`)
  expect(await page.locator('#text[data-doubted]').count()).toBe(1)
})

playgroundTest(
  'a key with white space around it is tried without it, and warned of',
  {},
  async ({ page }) => {
    await page.selectOption('#preset', 'rc4')
    await page.fill('#text', 'secret')
    await page.fill('#key', 'sesame ')
    await says(page, 'The key ends with white space, which counts. Encoded')
    await page.fill('#key', 'sesame')
    await page.locator('#status[data-tone="good"]', { hasText: /^Encoded/ }).waitFor()
    const cipher = await page.inputValue('#cipher')
    await page.fill('#key', ' sesame')
    await says(page, 'The key begins with white space, which counts. Encoded')
    await page.fill('#cipher', cipher)
    await says(page, 'the key without the white space around it')
    expect(await page.inputValue('#text')).toBe('secret')
  },
)

playgroundTest('what could not be read of a message is told with its place', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  const cut = classicHello.slice(0, -3)
  await page.fill('#cipher', `小明：${cut}\n小红：${classicHello} 和 ${classicHello}，${cut}`)
  await says(page, '2 ciphers, a line each · more could not be read, before text 1, after text 2')
  await filled(page, 'text', 'Hello\nHello')
})

playgroundTest(
  'a cipher is found in a pasted message, of a set that is not offered too',
  {},
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    await page.fill('#cipher', `小明：${classicHello} 看懂了吗？`)
    await filled(page, 'text', 'Hello')
    const inOthers = inDigits(classicHello).replace(/./g, (digit) => '咕咚嘟锵'[Number(digit)]!)
    await page.fill('#cipher', inOthers)
    await says(page, 'Decoded: 咕咚嘟锵, RAW')
    expect(await page.inputValue('#text')).toBe('Hello')
  },
)

playgroundTest(
  'a secret preset works here only, suggests a key, and waits for the whole key',
  {},
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.selectOption('#preset', 'aesgcm')
    expect(await page.isChecked('#local')).toBeTrue()
    await page.uncheck('#local')
    await page.fill('#text', 'Hello')
    await page.focus('#key')
    await page.keyboard.type('four otters', { delay: 60 })
    await page.waitForTimeout(600)
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await says(page, 'Encoded')
    expect(sent).toHaveLength(1)
    await page.check('#local')
    await page.click('#suggest-key')
    expect(await page.inputValue('#key')).toMatch(/^[a-z]+( [a-z]+){3}$/)
  },
)

playgroundTest('several ciphers of a message are read, and the tilde is warned of', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  expect(await page.locator('#tilde-note').textContent()).toContain('Chime')
  await page.fill('#cipher', `小明：${classicHello}\n小红：${classicHello}`)
  await says(page, '2 ciphers, a line each')
  await filled(page, 'text', 'Hello\nHello')
  await page.click('#code-cipher')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toStartWith('`小明')
  await page.selectOption('#charset', 'chime')
  expect(await page.isHidden('#tilde-note')).toBeTrue()
  const { SHOTS } = process.env
  if (SHOTS === undefined) return
  await page.selectOption('#charset', 'roar')
  await page.selectOption('#preset', 'aesgcm')
  for (const [name, width, colorScheme] of [
    ['light', 1200, 'light'],
    ['dark', 1200, 'dark'],
    ['phone', 390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
  }
})
