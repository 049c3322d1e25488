import { useQueryClient } from '@tanstack/react-query'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { AttributesSection } from './attributes-section.tsx'
import styles from './variations.module.css'
import { VariationsSection } from './variations-section.tsx'

type OptionsProps = { readonly id: number; readonly onSaved: (product: ProductJson) => void }

/** Attributes and variations of a stored product, below its form and saved separately. */
export function ProductOptions({ id, onSaved }: OptionsProps) {
  const queries = useQueryClient()
  const queryKey = [paths.restProducts, id]
  const { data: product, refetch } = useRest<ProductJson>(queryKey, `${paths.restProducts}/${id}?context=edit`)
  if (!product) return null
  const reload = async () => {
    const { data } = await refetch()
    if (data) onSaved(data)
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
      {product.type === 'variable' && <VariationsSection productId={id} onSaved={reload} />}
    </div>
  )
}
