import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { attributes as attributeTable } from '../../../shop/catalog/catalog.table.ts'
import type { VariationData } from '../../../shop/catalog/variation-data.tsx'
import { entries } from '../../../things/entries/entries.table.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { attributesOf, openTestProductPage, part, tags } from './open-test-product-page.ts'

const { app, db, page, save } = await openTestProductPage()

describe('choosing', () => {
  const [sizeId, glazeId] = [9001, 9002]
  let termId = 9000
  beforeAll(() =>
    db.insert(attributeTable).values([
      { id: sizeId, slug: 'pa_volume', label: 'Volume' },
      { id: glazeId, slug: 'pa_glaze', label: 'Glaze' },
    ]),
  )
  const values = async (taxonomy: string, slugs: readonly string[]) => {
    const rows = slugs.map((slug, position) => {
      termId += 1
      return { id: termId, taxonomy, slug, name: slug.toUpperCase(), position }
    })
    await db.insert(terms).values(rows)
    return rows.map((row) => row.id)
  }

  async function variable(name: string, volumes: readonly string[], glazes: readonly string[]): Promise<number> {
    const id = await save({
      type: 'variable',
      name,
      attributes: [
        { attributeId: sizeId, termIds: await values('pa_volume', volumes), isForVariations: true },
        { attributeId: glazeId, termIds: await values('pa_glaze', glazes), isForVariations: true },
      ],
    })
    for (const [index, volume] of volumes.entries()) {
      for (const [place, glaze] of glazes.entries()) {
        await save({
          type: 'variation',
          name,
          parentId: id,
          sku: `${name}-${volume}-${glaze}`,
          regularPriceCents: 1000 + index * 100 + place,
          choices: { pa_volume: volume, pa_glaze: glaze },
        })
      }
    }
    return id
  }
  const formOf = (html: string) => part(html, /<form[^>]*variations_form/, '</form>')
  const dataOf = (html: string) => attributesOf(tags(html, 'form').find((tag) => tag.includes('variations_form')) ?? '')

  test('[ATC-12] up to 30 variations stand in the form, with the recorded keys', async () => {
    await variable('Thirty', ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'], ['g1', 'g2', 'g3', 'g4', 'g5'])
    const { html } = await page('/product/thirty/')
    const found = JSON.parse(dataOf(html)['data-product_variations'] ?? '') as VariationData[]
    expect(found).toHaveLength(30)
    expect(found[0]).toMatchObject({
      attributes: { attribute_pa_volume: 'v1', attribute_pa_glaze: 'g1' },
      display_price: 10,
      is_in_stock: true,
    })
    expect(formOf(html)).toContain('wc-variation-selection-needed')
    // The island's props do not repeat the variation data.
    expect(html.match(/display_regular_price/g)).toHaveLength(30)
  })

  test('[ATC-12] above 30 they are asked for one by one, and the page of a choice knows that one', async () => {
    await variable('Many', ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'], ['n1', 'n2', 'n3', 'n4'])
    const { html } = await page('/product/many/?attribute_pa_volume=m8&attribute_pa_glaze=n4')
    expect(dataOf(html)['data-product_variations']).toBe('false')
    const body = new URLSearchParams({ product_id: dataOf(html)['data-product_id'] ?? '' })
    body.set('attribute_pa_volume', 'm8')
    body.set('attribute_pa_glaze', 'n4')
    const answer = (await (
      await app.request('/?wc-ajax=get_variation', { method: 'POST', body })
    ).json()) as VariationData
    expect(answer).toMatchObject({ sku: 'Many-m8-n4', display_price: 17.03 })
    expect(
      tags(formOf(html), 'input')
        .map(attributesOf)
        .find((input) => input.name === 'variation_id')?.value,
    ).toBe(String(answer.variation_id))
    expect(html.match(/display_regular_price/g)).toHaveLength(1)
    expect(answer.is_purchasable).toBe(true)

    await db.update(entries).set({ password: 'oolong' }).where(eq(entries.slug, 'many'))
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await db.update(entries).set({ content: '<p>For one cup.</p>' }).where(eq(entries.id, answer.variation_id))
    const chosen = async () =>
      (await (await buyer.post('/?wc-ajax=get_variation', Object.fromEntries(body))).json()) as VariationData
    expect(await chosen()).toMatchObject({ is_purchasable: false, variation_description: '' })
    await buyer.post('/product/many/', { post_password: 'oolong' })
    expect(await chosen()).toMatchObject({ is_purchasable: true, variation_description: '<p>For one cup.</p>' })
  })

  test('[ATC-12] choices of the address, and values of which there is only one, are taken up', async () => {
    await variable('Single', ['only-volume'], ['left', 'right'])
    const chosen = (html: string) =>
      (formOf(html).match(/<option[^>]*selected[^>]*>/g) ?? []).map((option) => attributesOf(option).value)
    expect(chosen((await page('/product/single/')).html)).toContain('only-volume')
    expect(chosen((await page('/product/single/?attribute_pa_glaze=right')).html)).toEqual(['only-volume', 'right'])
    expect(chosen((await page('/product/single/?attribute_pa_glaze=nonsense')).html)).not.toContain('nonsense')
  })
})
