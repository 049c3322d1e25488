import { useEffect, useRef } from 'react'
import { useMay } from '../../../../platform/admin/admin-context.tsx'
import { Checkbox, Field, Select } from '../../../../platform/admin/fields/field.tsx'
import { Money } from '../../../../platform/admin/fields/numbers.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'
import { restItem, useSend } from '../../../../platform/admin/resource.ts'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { productsWrite } from '../../capabilities.ts'
import type { ProductRow } from './product-changes.ts'
import styles from './products-screen.module.css'
import { products } from './send-changes.ts'

export const statusNames = {
  publish: 'Published',
  draft: 'Draft',
  pending: 'Waiting for review',
  private: 'Private',
  future: 'Scheduled',
  trash: 'Trash',
} as const

const offered = ['publish', 'draft', 'pending', 'private'] as const
const options = (names: readonly ProductRow['status'][]) => names.map((name) => [name, statusNames[name]] as const)

type Values = Partial<Pick<ProductRow, 'name' | 'sku' | 'regular_price' | 'sale_price' | 'status' | 'featured'>> & {
  readonly stock_change?: string
}

const errorFields = { product_invalid_sku: 'sku' } as const

/** Edits a product within the list, as far as the user may. Enter saves; Escape closes it without saving. */
export function QuickEdit({ item, onClose }: { readonly item: ProductRow; readonly onClose: () => void }) {
  const mayWrite = useMay(productsWrite)
  const toast = useToast()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    const element = place.current
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    element?.addEventListener('keydown', leave)
    return () => element?.removeEventListener('keydown', leave)
  }, [onClose])
  const isPriced = item.type === 'simple' || item.type === 'external'
  const initial: Values = {
    name: item.name,
    ...(mayWrite && { sku: item.sku, status: item.status, featured: item.featured }),
    ...(mayWrite && isPriced && { regular_price: item.regular_price, sale_price: item.sale_price }),
    ...(mayWrite && item.manage_stock && { stock_change: '' }),
  }
  const save = useSend(
    (rest, { stock_change: change, ...fields }: Values) =>
      rest.send('PUT', restItem(products, item.id), {
        ...fields,
        // With its future date, it would stay scheduled.
        ...(item.status === 'future' && fields.status === 'publish' && { date_created_gmt: '' }),
        samovar: { version: item.samovar?.version, ...(change && { stock_change: Number(change) }) },
      }),
    [products.rest],
    {
      onSuccess: () => {
        onClose()
        // The form's own message is gone with it.
        toast.show({ text: 'Saved.' })
      },
    },
  )
  return (
    <div ref={place}>
      <EditForm<Values>
        initial={initial}
        className={styles.quick}
        labels={{ save: 'Save', saved: 'Saved.' }}
        errorFields={errorFields}
        save={async ({ changes }) => {
          await save.mutateAsync(changes)
          return undefined
        }}
        actions={<Button label="Close" onClick={onClose} />}
      >
        <Field name="name" label="Name" required maxLength={500} />
        {mayWrite && <Field name="sku" label="SKU" maxLength={100} />}
        {mayWrite && isPriced && (
          <>
            <Money name="regular_price" label="Price" />
            <Money name="sale_price" label="Sale price" />
          </>
        )}
        {mayWrite && item.manage_stock && (
          <Field
            name="stock_change"
            label="Change of stock"
            hint={`${item.stock_quantity} on hand; +12 adds to it.`}
            maxLength={8}
            rules={{ pattern: { value: /^([+-]?\d+)?$/, message: 'A number such as +12 or -3.' } }}
          />
        )}
        {mayWrite && (
          <>
            <Select
              name="status"
              label="Status"
              options={options(offered.some((one) => one === item.status) ? offered : [item.status, ...offered])}
            />
            <Checkbox name="featured" label="Featured" isWide={false} />
          </>
        )}
      </EditForm>
    </div>
  )
}
