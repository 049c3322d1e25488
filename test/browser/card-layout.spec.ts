/** Positions of price and button on every product card, at each breakpoint and in both layouts. */
import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'

type CardPosition = { readonly name: string; readonly isPriceOver: boolean; readonly isButtonInside: boolean }

/** For each card: whether its price overlaps its picture, and whether its button is inside the picture. */
const laidOut = (page: Page): Promise<CardPosition[]> =>
  page.locator('.products > .product').evaluateAll((cards) =>
    cards.map((card) => {
      const box = (selector: string) => card.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      const picture = box('img')
      const isInside = (inner: DOMRect) =>
        inner.width > 0 &&
        inner.left >= picture.left - 1 &&
        inner.right <= picture.right + 1 &&
        inner.top >= picture.top - 1 &&
        inner.bottom <= picture.bottom + 1
      return {
        name: card.querySelector('h2')?.textContent ?? '',
        isPriceOver: isInside(box('.price')),
        isButtonInside: isInside(box('.button')),
      }
    }),
  )

test('[CAT-06 every card] [CAT-07 inside from 960 px, outside below] in layout 1', async ({ page }) => {
  await page.goto('/shop/')
  for (const width of [320, 480, 720, 959, 960, 1025, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const cards = await laidOut(page)
    expect(cards).toHaveLength(12)
    expect([width, cards.filter(({ isPriceOver }) => !isPriceOver)]).toEqual([width, []])
    expect([width, cards.filter(({ isButtonInside }) => isButtonInside !== width >= 960)]).toEqual([width, []])
  }
})

test('[CAT-05] once pictures have loaded, all cards of the grid have the same minimum height', async ({ page }) => {
  await page.goto('/shop/')
  await page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.products img')]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
  })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const heights = await page
      .locator('.products > .product')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)))
    expect([width, new Set(heights).size, heights.length]).toEqual([width, 1, 12])
  }
})
