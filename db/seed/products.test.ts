import { describe, expect, test } from 'vitest'
import { categories } from './categories.ts'
import { bySize, repeated, sellables, terms } from './open-test-content.ts'
import { products } from './products.ts'

describe('[PLAT-02] the catalogue', () => {
  test('at least 60 products, and every kind of tea', () => {
    expect(products.length).toBeGreaterThanOrEqual(64)
    const least = { white: 5, green: 10, yellow: 3, oolong: 9, black: 9, dark: 5, herbal: 4 }
    for (const [kind, count] of Object.entries(least)) {
      expect(products.filter((product) => product.facts?.kind === kind).length, kind).toBeGreaterThanOrEqual(count)
    }
    expect(products.filter((product) => product.categories.includes('remedies'))).toHaveLength(4)
    expect(products.filter((product) => product.illustration.type === 'vessel').length).toBeGreaterThanOrEqual(14)
  })

  test('every tea has origin, harvest and processing', () => {
    for (const { facts, slug, attributes: shown } of products) {
      if (facts === undefined) continue
      expect(facts.origin.length, slug).toBeGreaterThan(3)
      expect(facts.harvest, slug).toBeTruthy()
      expect(facts.steeping.grams, slug).toBeGreaterThan(0)
      expect(facts.steeping.millilitres, slug).toBeGreaterThanOrEqual(60)
      expect(facts.steeping.celsius, slug).toBeGreaterThanOrEqual(50)
      expect(facts.steeping.celsius, slug).toBeLessThanOrEqual(100)
      expect(facts.steeping.minutes, slug).toBeGreaterThan(0)
      expect(facts.steeping.infusions, slug).toBeGreaterThanOrEqual(1)
      const caffeine = terms.get('pa_caffeine')?.find((term) => term.slug === facts.caffeine)?.name
      expect(shown['pa_caffeine'], slug).toEqual([caffeine])
      if (facts.country !== 'Several origins') expect(shown['pa_origin'], slug).toContain(facts.country)
    }
  })

  test('each tea category holds its own type of tea', () => {
    const kinds = {
      'white-tea': 'white',
      'green-tea': 'green',
      'yellow-tea': 'yellow',
      oolong: 'oolong',
      'black-tea': 'black',
      'dark-tea': 'dark',
    }
    for (const [category, kind] of Object.entries(kinds)) {
      const inside = products.filter((product) => product.categories.includes(category))
      expect(new Set(inside.map((product) => product.facts?.kind)), category).toEqual(new Set([kind]))
    }
  })

  test('teas are groceries for tax; teaware and remedies are not', () => {
    for (const product of products) {
      const grocery = product.illustration.type === 'tea' && !product.categories.includes('remedies')
      expect(product.taxClass, product.slug).toBe(grocery ? 'grocery' : 'standard')
    }
  })

  test('pictures can be drawn: colours are #RRGGBB', () => {
    for (const { illustration, slug } of products) {
      const colours =
        illustration.type === 'tea' ? [...illustration.leafColours, illustration.liquor] : illustration.colours
      for (const colour of colours) expect(colour, slug).toMatch(/^#[0-9A-F]{6}$/)
    }
    for (const category of categories) expect(category.tint).toMatch(/^#[0-9A-F]{6}$/)
  })

  test('no two teas have the same picture', () => {
    const looks = products.flatMap(({ illustration }) =>
      illustration.type === 'tea' ? [`${illustration.leaf} ${illustration.leafColours} ${illustration.liquor}`] : [],
    )
    expect(repeated(looks)).toEqual([])
  })
})

describe('prices and stock', () => {
  test('prices are positive whole cents, and a sale price is below the regular one', () => {
    for (const { sku, regularPriceCents, salePriceCents } of sellables) {
      expect(Number.isSafeInteger(regularPriceCents), sku).toBe(true)
      expect(regularPriceCents, sku).toBeGreaterThan(0)
      if (salePriceCents === undefined) continue
      expect(Number.isSafeInteger(salePriceCents), sku).toBe(true)
      expect(salePriceCents, sku).toBeGreaterThan(0)
      expect(salePriceCents, sku).toBeLessThan(regularPriceCents ?? 0)
    }
  })

  test('a larger size costs more, and less per gram', () => {
    for (const product of bySize) {
      const sizes = product.variations ?? []
      sizes.slice(1).forEach((size, index) => {
        const smaller = sizes[index]
        expect(size.regularPriceCents, size.sku).toBeGreaterThan(smaller?.regularPriceCents ?? Infinity)
        expect(size.regularPriceCents / (size.netGrams ?? 0), size.sku).toBeLessThan(
          (smaller?.regularPriceCents ?? 0) / (smaller?.netGrams ?? 1),
        )
      })
    }
  })

  test('every product has a weight, and a higher weight with its packaging', () => {
    for (const { sku, weightGrams, netGrams } of sellables) {
      expect(weightGrams, sku).toBeGreaterThan(0)
      if (netGrams !== undefined) expect(weightGrams, sku).toBeGreaterThan(netGrams)
    }
  })

  test('some products are sold out, some low on stock, some without stock tracking, some on sale, six featured', () => {
    const simple = products.filter((product) => product.type === 'simple')
    const onSale = products.filter((p) => (p.variations ?? [p]).some((s) => s.salePriceCents !== undefined))
    expect(simple.filter((product) => product.stock === 0)).toHaveLength(4)
    expect(simple.filter((product) => product.stock === 2 || product.stock === 3).length).toBeGreaterThanOrEqual(3)
    expect(simple.filter((product) => product.stock === null).length).toBeGreaterThanOrEqual(2)
    expect(simple.filter((product) => product.stock === undefined)).toEqual([])
    expect(onSale).toHaveLength(9)
    expect(products.filter((product) => product.featured)).toHaveLength(6)
  })

  test('three or four teas come in sizes, and their variations are exactly those sizes', () => {
    expect(bySize.length).toBeGreaterThanOrEqual(3)
    expect(bySize.length).toBeLessThanOrEqual(4)
    for (const product of bySize) {
      const names = product.attributes['pa_size'] ?? []
      const slugs = names.map((name) => terms.get('pa_size')?.find((term) => term.name === name)?.slug)
      expect(
        product.variations?.map((variation) => variation.attributes),
        product.slug,
      ).toEqual(slugs.map((slug) => ({ pa_size: slug })))
      expect(product.regularPriceCents, product.slug).toBeUndefined()
      expect(product.stock, product.slug).toBeUndefined()
    }
    const sizes = bySize.flatMap((product) => product.variations ?? [])
    expect(sizes.some((size) => size.stock === 0)).toBe(true)
    expect(sizes.some((size) => size.salePriceCents !== undefined)).toBe(true)
  })

  test('the size on the label is the net weight', () => {
    for (const product of products) {
      const size = product.attributes['pa_size']
      if (product.type === 'simple' && size !== undefined) expect(size, product.slug).toEqual([`${product.netGrams} g`])
      for (const variation of size === undefined ? [] : (product.variations ?? [])) {
        expect(variation.attributes['pa_size'], variation.sku).toBe(`${variation.netGrams}-g`)
      }
    }
  })
})
