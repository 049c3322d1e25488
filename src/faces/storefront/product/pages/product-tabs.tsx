import tabList from '../../../../platform/ui/tab-list.module.css'
import { dimensionsText, weightText } from '../../../../shop/catalog/pack-size.ts'
import type { Product } from '../../../../shop/catalog/product.ts'
import { Reviews } from '../../../../shop/reviews/pages/reviews.tsx'
import { BuiltText } from '../../../../site/content/pages/built-text.tsx'
import type { WeightUnit } from '../../../../things/settings/site-settings.ts'
import type { ProductView } from './product-page.tsx'
import styles from './product-tabs.module.css'
import { SteepingCard } from './steeping-card.tsx'

/** Description, additional information and reviews (TAB-01): tabs with script, stacked sections without. */
export function ProductTabs({ view }: { view: ProductView }) {
  const { product, reviews } = view
  const rows = attributeRows(product, view.weightUnit)
  const tabs = [
    { key: 'description', title: 'Description', panel: <Description view={view} /> },
    { key: 'additional_information', title: 'Additional information', panel: <AttributeTable rows={rows} /> },
    { key: 'reviews', title: `Reviews (${product.reviewCount})`, panel: <Reviews product={product} view={reviews} /> },
  ]
    .filter(({ key }) => key !== 'additional_information' || rows.length > 0)
    .map((tab, index) => ({ ...tab, id: `tab-${tab.key}`, isOpen: index === 0 }))
  return (
    <div className={`woocommerce-tabs wc-tabs-wrapper ${styles.wrapper}`}>
      <ul className={`tabs wc-tabs ${tabList.tabs}`} role="tablist">
        {tabs.map(({ key, id, title, isOpen }) => (
          <li key={key} className={`${key}_tab ${isOpen ? 'active' : ''}`} id={`tab-title-${key}`} role="presentation">
            <a href={`#${id}`} role="tab" aria-controls={id} aria-selected={isOpen} tabIndex={isOpen ? 0 : -1}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      {tabs.map(({ key, id, title, panel }) => (
        <div
          key={key}
          className={`woocommerce-Tabs-panel woocommerce-Tabs-panel--${key} panel entry-content wc-tab ${styles.panel}`}
          id={id}
          role="tabpanel"
          aria-labelledby={`tab-title-${key}`}
        >
          <h2 className={styles.heading}>{title}</h2>
          {panel}
        </div>
      ))}
    </div>
  )
}

const Description = ({ view: { product, isBuilt } }: { view: ProductView }) => (
  <div className={styles.description}>
    {isBuilt ? (
      <BuiltText html={product.content} />
    ) : (
      <div
        // Loads the script of lazy media, which other product pages do not need.
        className={`${/ data-(?:resize|src)\b/.test(product.content) ? 'entry-content ' : ''}${styles.text}`}
        dangerouslySetInnerHTML={{ __html: product.content }}
      />
    )}
    {product.facts && <SteepingCard steeping={product.facts.steeping} />}
  </div>
)

type AttributeRow = { readonly slug: string; readonly label: string; readonly value: string }

function attributeRows({ facts, attributes, ...product }: Product, unit: WeightUnit): AttributeRow[] {
  const visibleAttributes = attributes
    .filter((attribute) => attribute.isVisible)
    .map(({ slug, label, terms }) => ({
      slug: `attribute_${slug}`,
      label,
      value: terms.map((term) => term.name).join(', '),
    }))
  return [
    { slug: 'place', label: 'Grown in', value: facts?.origin ?? '' },
    { slug: 'cultivar', label: 'Cultivar', value: facts?.cultivar ?? '' },
    { slug: 'harvest', label: 'Picked', value: facts?.harvest ?? '' },
    { slug: 'elevation', label: 'Elevation', value: facts?.elevation ?? '' },
    ...visibleAttributes,
    { slug: 'weight', label: 'Weight, packed', value: packedWeight(product, unit) },
    { slug: 'dimensions', label: 'Size, packed', value: dimensionsText(product) },
  ].filter((row) => row.value !== '')
}

/** '120 g', or the range of the variations; replaced by the selected one's weight (ATC-12). */
function packedWeight(product: Pick<Product, 'type' | 'weightGrams' | 'variations'>, unit: WeightUnit): string {
  const { type, weightGrams, variations } = product
  const weights = type === 'variable' ? variations.map((variation) => variation.weightGrams) : [weightGrams]
  const knownWeights = weights.filter((grams) => grams !== null)
  return knownWeights.length === 0 ? '' : weightText(Math.min(...knownWeights), Math.max(...knownWeights), unit)
}

const AttributeTable = ({ rows }: { rows: readonly AttributeRow[] }) => (
  <table className={`woocommerce-product-attributes shop_attributes ${styles.attributes}`} aria-label="Product details">
    <tbody>
      {rows.map((row) => (
        <tr
          key={row.slug}
          className={`woocommerce-product-attributes-item woocommerce-product-attributes-item--${row.slug}`}
        >
          <th className="woocommerce-product-attributes-item__label" scope="row">
            {row.label}
          </th>
          <td className="woocommerce-product-attributes-item__value">{row.value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
