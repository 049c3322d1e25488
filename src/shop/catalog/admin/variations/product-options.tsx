import { useQueryClient } from '@tanstack/react-query'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { AttributesSection } from './attributes-section.tsx'
import styles from './variations.module.css'
import { VariationsSection } from './variations-section.tsx'

/** Attributes and variations of a stored product, below its form: they save by themselves. */
export function ProductOptions({ id }: { readonly id: number }) {
  const queries = useQueryClient()
  const queryKey = [paths.restProducts, id]
  const { data: product } = useRest<ProductJson>(queryKey, `${paths.restProducts}/${id}?context=edit`)
  if (!product) return null
  return (
    <div className={styles.options}>
      <AttributesSection product={product} onSaved={(saved) => queries.setQueryData(queryKey, saved)} />
      {product.type === 'variable' && (
        <VariationsSection productId={id} onSaved={() => void queries.invalidateQueries({ queryKey, exact: true })} />
      )}
    </div>
  )
}
