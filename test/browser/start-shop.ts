import { chromium } from '@playwright/test'
import { chromiumOptions } from '../running/chromium.ts'
import { demo } from '../running/demo-shop.ts'
import { demoDataDir, removeDataDir, startShop, temporaryDataDir } from '../running/shop-process.ts'

/** Pages that many tests open. */
const manyOpen = [
  ...['/', '/shop/', `/product-category/${demo.category}/`, '/blog/', `/blog/${demo.post}/`, `/${demo.page}/`],
  ...[demo.simple, demo.another, demo.variable, demo.manyChoices, demo.teaware].map((slug) => `/product/${slug}/`),
]

/**
 * Starts the built shop with demo content before all browser tests. If SHOP_URL is set, tests use that shop instead.
 */
export default async function startOnce(): Promise<() => Promise<void>> {
  if (process.env.SHOP_URL) {
    process.env.SAMOVAR_TEST_URL = process.env.SHOP_URL
    return async () => {}
  }
  const template = await temporaryDataDir()
  const first = await startShop({ dataDir: template, environment: { WARM_PICTURES: 'off' } })
  try {
    await preparePictures(first.url)
  } finally {
    await first.stop()
  }
  process.env.SAMOVAR_DEMO_DATA = template
  const dataDir = await demoDataDir()
  const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
  process.env.SAMOVAR_TEST_URL = shop.url
  return async () => {
    await shop.stop()
    await removeDataDir(dataDir)
    await removeDataDir(template)
  }
}

/**
 * Generates the picture sizes of these pages once. Otherwise every shop that a test starts would generate them again.
 */
async function preparePictures(url: string): Promise<void> {
  const browser = await chromium.launch(chromiumOptions)
  const open = async (width: number) => {
    const page = await browser.newPage({ baseURL: url, viewport: { width, height: 900 } })
    for (const path of manyOpen) {
      await page.goto(path)
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.allSettled([...document.images].map((image) => image.decode()))
      })
    }
  }
  await Promise.all([open(1440), open(390)])
  await browser.close()
}
