import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

async function landing(site: SiteFixture, language = 'en'): Promise<string> {
  return (await fetch(`${site.url}/`, { headers: { 'Accept-Language': language } })).text()
}

test('the first page introduces the site and its rules for uploads', async () => {
  await using site = await openSite()
  const plain = await landing(site)
  expect(plain).toContain('Upload an image, get its link')
  expect(plain).toContain('Camera data and location are removed before an image is stored.')
  expect(plain).toContain('JPEG, PNG, GIF, WebP, AVIF, up to 20 MB each.')
  expect(await landing(site, 'zh-CN')).toContain('图片保存前会移除相机信息和位置。')
  await site.setPolicy('site.name', 'Garden <club>')
  await site.setPolicy('site.welcome', 'For members, by members.')
  await site.setPolicy('upload.maxBytes', '5MB')
  await site.setPolicy('upload.types', 'png')
  await site.setPolicy('upload.metadata', 'keep')
  const own = await landing(site)
  expect(own).toContain('<h1 dir="auto">Garden &lt;club&gt;</h1>')
  expect(own).toContain('For members, by members.')
  expect(own).toContain('PNG, up to 5 MB each.')
  expect(own).not.toContain('are removed before an image is stored')
})

test('the first page shows the site’s logo, if there is one', async () => {
  await using site = await openSite()
  expect(await landing(site)).toContain('class="sample"')
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  await site.setPolicy('site.logo', body.data.id)
  const page = await landing(site)
  expect(page).toContain(`<img class="logo" src="${body.data.url}"`)
  expect(page).not.toContain('class="sample"')
})

test('a public site has no links to services on localhost', async () => {
  await using local = await openSite()
  expect(await landing(local)).toContain('href="http://localhost:8082/"')
  const neighbours = { console: 'http://localhost:8082', text: 'https://text.example.org' }
  await using open = await openSite({ baseUrl: 'https://img.example.org', neighbours })
  const page = await landing(open)
  expect(page).not.toContain('localhost:8082')
  expect(page).not.toContain('Sign in')
  expect(page).toContain('href="https://text.example.org/"')
  expect(page).toContain('https://img.example.org/i/')
})
