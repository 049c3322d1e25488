import type { Tx } from '../../../../platform/database/connect.ts'
import type { ProductInput } from '../../product-record.ts'
import { type SaveOptions, type SaveProblem, saveProducts } from '../../save-product.ts'
import { freeSku } from '../products/product-errors.ts'
import { findItem, type ProductItem } from '../products/products.store.ts'
import type { Choices } from './combinations.ts'
import { combinationsOf } from './save-variations.ts'
import { variationAttributes } from './variations.store.ts'

/**
 * Copies the variations of a product, except those in the trash, to its copy with the same attributes, with free SKUs
 * and without GTINs. Returns the problem of the first that could not be saved.
 */
export async function copyVariations(
  tx: Tx,
  { original, copyId }: { readonly original: ProductItem; readonly copyId: number },
  options: SaveOptions,
): Promise<SaveProblem | null> {
  const copy = await findItem(tx, copyId)
  if (!copy) return { kind: 'no-such-product' }
  const { stored } = await combinationsOf(tx, original)
  const choicesOf = choicesIn(original, copy)
  const inputs: ProductInput[] = []
  const skus: string[] = []
  for (const [, record] of [...stored].toSorted(([a], [b]) => a - b)) {
    if (record.status === 'trash') continue
    const { createdAt: _, wasPublished: __, statusBeforeTrash: ___, skuCase: ____, version: _____, ...fields } = record
    const sku = record.sku && (await freeSku(tx, record.sku, skus))
    if (sku) skus.push(sku)
    inputs.push({
      ...fields,
      isNew: true,
      type: 'variation',
      parentId: copyId,
      name: '',
      slug: '',
      sku,
      gtin: null,
      publishedAt: null,
      choices: choicesOf(record.choices),
    })
  }
  const saved = await saveProducts(tx, inputs, options)
  return saved.find((one) => !one.ok)?.problem ?? null
}

/**
 * The choices of a variation as those of the copy, whose custom attributes and their values are its own. It has no
 * attribute whose values have all been deleted.
 */
function choicesIn(original: ProductItem, copy: ProductItem) {
  const own = variationAttributes(copy)
  const copied = variationAttributes(original).filter(({ values }) => values.length > 0)
  const pairs = copied.flatMap((attribute, at) => {
    const other = own[at]
    return other ? [[attribute, other] as const] : []
  })
  return (choices: Choices | null): Choices =>
    Object.fromEntries(
      pairs.map(([attribute, other]) => {
        const slug = choices?.[attribute.slug] ?? ''
        const name = attribute.values.find((value) => value.slug === slug)?.name
        return [other.slug, other.values.find((value) => value.name === name)?.slug ?? slug]
      }),
    )
}
