/** Size of our own scripts (gzipped) that a real browser loads, before any interaction and after full hydration. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Manifest } from 'vite'
import { demo } from '../running/demo-shop.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

const KB = 1000

/**
 * Wallets load when their button nears the viewport. This viewport is so low that the button of a product page stays
 * far below it.
 */
const aboveWallets = { width: 390, height: 320 }

const folder = resolve(import.meta.dirname, '../../dist/client')
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
const chunk = (name: string) => manifest[name] ?? { file: '', imports: [], dynamicImports: [] }

/** A chunk and all its static imports, direct and indirect. */
function reachableFrom(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of chunk(name).imports ?? []) reachableFrom(imported, found)
  return found
}

const bytesOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, chunk(name).file)), { level: 9 }).length, 0)

/** All chunks that express wallets and their adapters need in addition to the boot script of every page. */
const walletChunks = Object.keys(manifest)
  .filter((name) => /^src\/shop\/wallets\/(client\/express-button|\w+\/adapter)\.client\.ts$/.test(name))
  .flatMap((name) => [...reachableFrom(name)])
  .filter(
    (name, index, all) =>
      !reachableFrom('src/faces/storefront/client/boot.ts').has(name) && all.indexOf(name) === index,
  )

/** Returns a function that sums the gzipped bytes of scripts from our own origin, without the provider's. */
function countScripts(page: Page, baseURL: string | undefined): () => Promise<number> {
  const bodies: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || !response.url().startsWith(`${baseURL}/`)) return
    bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0)
  }
}

/** Hydrates every island. */
async function hydrateAll(page: Page): Promise<void> {
  for (const island of await page.locator('samovar-island').all()) {
    await island.evaluate((element) => element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  }
  for (const island of await page.locator('samovar-island').all())
    await expect(island).toHaveAttribute('data-awake', '')
}

test('a post loads at most 5 KB of script', async ({ page, baseURL }) => {
  const scripts = countScripts(page, baseURL)
  await page.goto(`/blog/${demo.post}/`)
  expect(await scripts()).toBeLessThanOrEqual(5 * KB)
})

for (const [name, path, kilobytes] of [
  ['the listing', '/shop/', 85],
  ['a product', `/product/${demo.simple}/`, 85],
  ['a variable product', `/product/${demo.variable}/`, 85],
  ['a grouped product', `/product/${demo.grouped}/`, 85],
] as const) {
  test(`${name} loads at most ${kilobytes} KB of script, fully hydrated`, async ({ page, baseURL }) => {
    // Express wallets have a separate test.
    await page.setViewportSize(aboveWallets)
    const scripts = countScripts(page, baseURL)
    await page.goto(path)
    await scripts()
    await hydrateAll(page)
    expect(await scripts()).toBeLessThanOrEqual(kilobytes * KB)
  })
}

test('the checkout loads at most 120 KB of our own script', async ({ page, baseURL }) => {
  await fillCart(page.context(), baseURL)
  const scripts = countScripts(page, baseURL)
  await page.goto('/checkout/')
  expect(await scripts()).toBeLessThanOrEqual(120 * KB)
})

test('the frame of the back office is at most 120 KB of script, and each screen a file of its own with at most 40 KB more', () => {
  const frame = reachableFrom('src/faces/admin/client.tsx')
  expect(bytesOf(frame)).toBeLessThanOrEqual(120 * KB)
  // Screens may be imported dynamically by any chunk of the frame.
  const screens = [...frame].flatMap((name) => chunk(name).dynamicImports ?? [])
  expect(screens.length).toBeGreaterThan(12)
  for (const screen of screens) {
    const own = [...reachableFrom(screen)].filter((name) => !frame.has(name))
    expect(own, `${screen} is a file of its own`).toContain(screen)
    expect(bytesOf(own), screen).toBeLessThanOrEqual(40 * KB)
  }
  // Nor does it load the lists of other screens, for the counts in the navigation.
  const home = [...reachableFrom('src/faces/admin/home-screen.tsx')]
  expect(home.filter((name) => name.startsWith('_lists-'))).toEqual([])
})

test('express wallets are at most 20 KB of our own script, none of it before their button nears the screen', async ({
  page,
  baseURL,
}) => {
  expect(bytesOf(walletChunks)).toBeLessThanOrEqual(20 * KB)
  await page.setViewportSize(aboveWallets)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`/product/${demo.simple}/`)
  await page.waitForLoadState('networkidle')
  // Chunks that other scripts of the page also import do not count as wallet scripts.
  const shared = new Set(
    Object.keys(manifest).flatMap((name) => (walletChunks.includes(name) ? [] : (chunk(name).imports ?? []))),
  )
  const own = walletChunks.filter((name) => !shared.has(name)).map((name) => `${baseURL}/${chunk(name).file}`)
  expect(own.length).toBeGreaterThan(2)
  expect(requested.filter((url) => own.includes(url) || !url.startsWith(`${baseURL}/`))).toEqual([])
})

test('browsing pages fetch nothing from other origins', async ({ page, baseURL }) => {
  await page.setViewportSize(aboveWallets)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  for (const path of ['/', '/shop/', `/product/${demo.simple}/`, `/blog/${demo.post}/`, '/cart/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(foreign).toEqual([])
})
