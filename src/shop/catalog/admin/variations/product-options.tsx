import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { AttributesSection } from './attributes-section.tsx'
import styles from './variations.module.css'
import { VariationsSection } from './variations-section.tsx'

type OptionsProps = { readonly product: ProductJson; readonly onSaved: (product: ProductJson) => void }

/** Attributes and variations of a stored product, below its form and saved separately. */
export function ProductOptions({ product, onSaved }: OptionsProps) {
  const queries = useQueryClient()
  const queryKey = [paths.restProducts, product.id]
  const reload = async () => {
    await queries.refetchQueries({ queryKey, exact: true })
    const saved = queries.getQueryData<ProductJson>(queryKey)
    if (saved) onSaved(saved)
  }
  return (
    <div className={styles.options}>
      <AttributesSection
        product={product}
        onSaved={(saved) => {
          queries.setQueryData(queryKey, saved)
          onSaved(saved)
        }}
        onGenerated={reload}
      />
      {product.type === 'variable' && <VariationsSection productId={product.id} onSaved={reload} />}
    </div>
  )
}
