/** A driver like that of the original plugin's editor calls the plugin's endpoints from a page of the shop. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { mp4 } from '../support/videos.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

type Driver = {
  loadLibrariesData(): Promise<{ error?: unknown; libs?: Library[] }>
  loadPageData(pageId: number): Promise<{ error?: unknown; data?: PageData }>
  savePageData(pageId: number, data: unknown): Promise<{ error?: unknown; state?: boolean }>
  loadPageTemplates(): Promise<{ error?: unknown; templates?: Template[] }>
  savePageTemplate(templates: Template[]): Promise<{ error?: unknown; state?: boolean }>
  uploadImage(name: string, base64: string): Promise<{ error: unknown; url: string }>
  uploadVideo(name: string, base64: string): Promise<{ error: unknown; url: string }>
}
type Library = { name: string; url: string; res: { type: string; src: string }[] }
type PageData = { version: string; blocks: object[] }
type Template = { id: number; title: string; image: string; blocks: object[] }

/** Creates `window.driver` in the page. It sends the same requests as jQuery's `ajax` with the plugin's options. */
function makeDriver(): void {
  const ajaxUrl = '/wp-admin/admin-ajax.php'
  type Options = {
    url?: string
    data: Record<string, string> | string | FormData
    contentType?: string | false
    dataType?: 'json'
  }
  const ajax = ({ url = ajaxUrl, data, contentType, dataType }: Options): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      xhr.open('POST', url)
      const type = contentType ?? 'application/x-www-form-urlencoded; charset=UTF-8'
      if (type !== false) xhr.setRequestHeader('Content-Type', type)
      xhr.setRequestHeader('Accept', dataType === 'json' ? 'application/json, text/javascript, */*; q=0.01' : '*/*')
      xhr.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
      xhr.onload = () => {
        if (xhr.status < 200 || xhr.status >= 300) return reject(new Error(`error ${xhr.status}`))
        // As in jQuery: without `dataType`, the content type of the response decides whether it is parsed as JSON.
        const isJson = dataType === 'json' || /json/.test(xhr.getResponseHeader('content-type') ?? '')
        resolve(isJson ? JSON.parse(xhr.responseText) : xhr.responseText)
      }
      xhr.onerror = () => reject(new Error('error'))
      const isPlain = typeof data === 'string' || data instanceof FormData
      xhr.send(isPlain ? data : String(new URLSearchParams(data)))
    })
  type Answer = { success?: boolean; error?: unknown; libs?: Library[]; data?: PageData; templates?: string }
  const form = (data: Record<string, string>) =>
    ajax({ data, dataType: 'json' }).catch((error: Error) => ({ error: error.message })) as Promise<Answer>
  const json = (action: string, body: unknown) =>
    ajax({
      url: `${ajaxUrl}?action=${action}`,
      data: JSON.stringify(body),
      contentType: 'application/json; charset=utf-8',
      dataType: 'json',
    }).catch((error: Error) => ({ error: error.message })) as Promise<Answer>
  const upload = async (fields: [string, string | File][]) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    // For uploads the plugin receives text and parses it itself.
    const answer = JSON.parse((await ajax({ data, contentType: false })) as string) as { error: unknown; url: string }
    return { error: answer.error, url: answer.url }
  }
  const file = (name: string, base64: string) => new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name)
  const driver: Driver = {
    async loadLibrariesData() {
      const { error, libs } = await form({ action: 'sktbuilder_load_libraries_data' })
      return { error, libs }
    },
    async loadPageData(pageId) {
      const answer = await form({ page_id: String(pageId), action: 'sktbuilder_load_page_data', lang: 'en' })
      return answer.success ? { data: answer.data } : { error: answer.error }
    },
    async savePageData(pageId, data) {
      const { error, success } = await json('sktbuilder_save_page_data', { pageId, data })
      return { error, state: success }
    },
    async loadPageTemplates() {
      const { error, templates } = await form({ action: 'sktbuilder_load_page_templates' })
      return templates === undefined ? { error } : { templates: JSON.parse(templates) as Template[] }
    },
    async savePageTemplate(templates) {
      const { error, success } = await json('sktbuilder_save_page_template', templates)
      return { error, state: success }
    },
    uploadImage: (name, base64) =>
      upload([
        ['image', file(name, base64)],
        ['action', 'sktbuilder_add_new_image'],
      ]),
    uploadVideo: (name, base64) =>
      upload([
        ['action', 'sktbuilder_add_new_video'],
        ['video', file(name, base64)],
      ]),
  }
  Object.assign(window, { driver })
}

/** Calls a method of `window.driver`. */
const call = <Name extends keyof Driver>(page: Page, name: Name, ...args: Parameters<Driver[Name]>) =>
  page.evaluate(
    ([method, values]) =>
      (
        (window as unknown as { driver: Record<string, (...all: unknown[]) => unknown> }).driver[method as string] as (
          ...all: unknown[]
        ) => unknown
      )(...(values as unknown[])),
    [name, args] as const,
  ) as ReturnType<Driver[Name]>

test('[BLD-04] [BLD-05 load] [BLD-05 save] [BLD-06 save] [BLD-06 load] [BLD-07 image] [BLD-07 video] [BLD-12 rendered on the server] a driver of the plugin works unchanged', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, users.editor)
  await page.goto('/')
  const nonce = await (await page.request.post('/wp-admin/admin-ajax.php', { form: { action: 'rest-nonce' } })).text()
  const created = await page.request.post('/wp-json/wp/v2/pages', {
    headers: { 'x-wp-nonce': nonce },
    data: { title: 'Written by a driver', status: 'publish', content: '<p>Old words</p>' },
  })
  const { id, link } = (await created.json()) as { id: number; link: string }
  await page.evaluate(makeDriver)

  const { libs = [] } = await call(page, 'loadLibrariesData')
  expect(libs.map(({ name }) => name)).toContain('Tea moments')
  const sources = libs.flatMap((lib) => lib.res.map(({ src }) => new URL(src, lib.url).href))
  expect(sources.length).toBeGreaterThan(0)
  for (const source of new Set(sources))
    expect((await page.request.get(source)).headers()['content-type']).toContain('text/css')

  const first = await call(page, 'loadPageData', id)
  expect(first).toEqual({ data: { version: expect.any(String), blocks: [] } })

  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#2c5a45' } })
    .png()
    .toBuffer()
  const image = await call(page, 'uploadImage', 'Leaf.png', picture.toString('base64'))
  const video = await call(page, 'uploadVideo', 'Steam.mp4', mp4.toString('base64'))
  expect([image.error, video.error]).toEqual([false, false])
  const refused = await call(page, 'uploadImage', 'x.png', Buffer.from('<svg onload="alert(1)"/>').toString('base64'))
  expect(refused).toEqual({ error: true, url: '' })

  const theirs = {
    id: 2,
    lib: 'Default',
    block: 'sktbuilder_image_text',
    blockImage: image.url,
    video: { url: video.url, preview: '' },
    blockColumns: [{ id: 0, order: 0, title: 'One' }],
  }
  const blocks = [
    { id: 1, lib: 'Tea moments', block: 'tasting_note', tea: 'Gyokuro', kind: 'green', note: '<p>Seaweed</p>' },
    theirs,
  ]
  const html = `<div class="skt-builder-tasting-block-1">Not this</div><div class="skt-builder-image-block-2"><h2>Their block</h2><img src="${new URL(image.url).pathname}" alt="A leaf" width="80" height="60"><video src="${new URL(video.url).pathname}" controls></video><script>window.ran = true</script></div>`
  const data = { data: { blocks, version: '3.0.5' }, html, libs }
  expect(await call(page, 'savePageData', id, data)).toEqual({ error: undefined, state: true })
  expect(await call(page, 'savePageData', id, data)).toEqual({ error: undefined, state: false })
  expect((await call(page, 'loadPageData', id)).data?.blocks).toEqual(blocks)
  expect((await call(page, 'loadPageData', 999_999)).error).toBe('There is no such page.')

  expect(await call(page, 'loadPageTemplates')).toEqual({ error: undefined })
  const template = { id: 1, title: 'Two blocks', image: `data:image/png;base64,${picture.toString('base64')}`, blocks }
  expect(await call(page, 'savePageTemplate', [template])).toEqual({ error: undefined, state: true })
  expect(await call(page, 'loadPageTemplates')).toEqual({ templates: [template] })
  expect(await call(page, 'savePageTemplate', [])).toEqual({ error: undefined, state: true })

  // The page as a visitor sees it.
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByText('Seaweed')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Their block' })).toBeVisible()
  const shown = visitor.getByRole('img', { name: 'A leaf' })
  await shown.scrollIntoViewIfNeeded()
  await expect(async () =>
    expect(await shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0),
  ).toPass()
  await expect(visitor.getByText(/Not this|Old words/)).toHaveCount(0)
  expect(await visitor.evaluate(() => (window as { ran?: boolean }).ran)).toBeUndefined()
  await visitor.context().close()
})

test('[BLD-12 editors only] the same driver is refused to a guest', async ({ page, complaints }) => {
  await page.goto('/')
  await page.evaluate(makeDriver)
  for (const refused of [
    await call(page, 'loadLibrariesData'),
    await call(page, 'loadPageData', 1),
    await call(page, 'savePageData', 1, []),
    await call(page, 'loadPageTemplates'),
    await call(page, 'savePageTemplate', []),
  ])
    expect(refused.error).toBe('error 403')
  await expect(call(page, 'uploadImage', 'a.png', '')).rejects.toThrow('error 403')
  forgetFailedLoads(complaints)
})
